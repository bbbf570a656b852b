import { type CivilDate, longDateThisYear, monthOf } from '#shared/civil-date.ts';
import type { ScheduleDate, UnitUse } from '#shared/owner/schedule.ts';
import { MonthTable } from '../../components/calendar/month-table.tsx';
import { USE_NAMES } from '../../wording/schedule.ts';
import { ScheduleLink } from './schedule-link.tsx';

interface Parts {
  readonly month: readonly ScheduleDate[];
  readonly date: CivilDate;
  readonly today: CivilDate;
}

/** Each date shows its two units and leads to its day below. */
export function ScheduleMonth({ month, date: chosen, today }: Parts) {
  const days = new Map(month.map((day) => [day.date, day]));
  return (
    <>
      <MonthTable month={monthOf(chosen)} from={`${monthOf(chosen)}-01`}>
        {(date) => {
          const day = days.get(date);
          return day ? <Cell day={day} isChosen={date === chosen} isToday={date === today} /> : null;
        }}
      </MonthTable>
      <ul aria-hidden="true" className="mt-3 mb-8 flex flex-wrap gap-x-5 gap-y-1 text-sm">
        {(['booked', 'held', 'closed', 'free'] as const).map((use) => (
          <li key={use} className="flex items-center gap-2">
            <span className={`inline-block h-3 w-5 ${MARKS[use]}`} />
            <span>{USE_NAMES[use]}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

const MARKS: Readonly<Record<UnitUse, string>> = {
  booked: 'border border-ink bg-ink forced-colors:bg-[CanvasText]',
  held: 'border-2 border-dashed border-caution bg-caution-soft',
  closed: 'taken border border-edge',
  over: '',
  'too-soon': '',
  'too-far': '',
  free: 'border border-edge bg-sheet',
};

interface CellParts {
  readonly day: ScheduleDate;
  readonly isChosen: boolean;
  readonly isToday: boolean;
}

function Cell({ day: { date, am, pm }, isChosen, isToday }: CellParts) {
  return (
    <ScheduleLink
      view="month"
      date={date}
      hash="day"
      aria-current={isChosen ? 'date' : undefined}
      className={`flex min-h-16 flex-col gap-1.5 p-1 hover:bg-accent-soft ${isChosen ? 'bg-accent-soft outline-2 -outline-offset-2 outline-accent' : ''}`}
    >
      <span className={`self-start px-1 tabular-nums ${isToday ? 'bg-ink font-bold text-paper' : ''}`}>
        <span className="sr-only">{longDateThisYear(date)}</span>
        <span aria-hidden="true">{Number(date.slice(8))}</span>
        {isToday ? <span className="sr-only">, today</span> : null}
      </span>
      <span className="sr-only">{`. Morning: ${USE_NAMES[am]}. Afternoon: ${USE_NAMES[pm]}.`}</span>
      <span aria-hidden="true" className="grid grid-cols-2 gap-0.5">
        <span className={`h-4 ${MARKS[am]}`} />
        <span className={`h-4 ${MARKS[pm]}`} />
      </span>
    </ScheduleLink>
  );
}
