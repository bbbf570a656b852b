import { Link } from '@tanstack/react-router';
import { type CivilMonth, addMonths, monthName } from '#shared/civil-date.ts';
import { isStatsMonth } from '#shared/owner/stats.ts';
import { buttonClass } from '../../components/button.tsx';
import { Sign } from '../../components/sign.tsx';

interface Parts {
  readonly month: CivilMonth;
  /** Whether the month is the current one because no other was asked for. */
  readonly current: boolean;
}

/** Links to the statistics of the months before and after. */
export function MonthNav({ month, current }: Parts) {
  const [before, after] = [addMonths(month, -1), addMonths(month, 1)];
  return (
    <nav aria-label="Month" className="mb-6 flex flex-wrap gap-2">
      {isStatsMonth(before) ? (
        <Link to="/app/admin/stats" search={{ month: before }} className={buttonClass()}>
          <Sign name="left" />
          <span>{monthName(before)}</span>
        </Link>
      ) : null}
      {current ? null : (
        <Link to="/app/admin/stats" search={{}} className={buttonClass()}>
          This month
        </Link>
      )}
      {isStatsMonth(after) && !current ? (
        <Link to="/app/admin/stats" search={{ month: after }} className={buttonClass()}>
          <span>{monthName(after)}</span>
          <Sign name="right" />
        </Link>
      ) : null}
    </nav>
  );
}
