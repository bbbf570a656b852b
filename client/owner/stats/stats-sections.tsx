import { type CivilMonth, addMonths, monthName } from '#shared/civil-date.ts';
import { type StatsQuery, type SystemStats, isStatsMonth } from '#shared/owner/stats.ts';
import { ButtonLink, Sign, type Elements } from '../../components/page.tsx';
import { type ReactNode, useId } from 'react';
import { formatCount } from '#shared/format-count.ts';
import { formatCents } from '#shared/money.ts';
import { type StatsTable, type StatsTableName, net, statsTables } from '#shared/owner/stats-tables.ts';
import { KindsChart, TimeChart } from './stats-charts.tsx';
import { StatsFigure } from './stats-figure.tsx';

interface Figure {
  readonly name: StatsTableName;
  readonly note?: string;
  /** The columns of a chart by time, or a bar for each row. Without, the table is in view. */
  readonly chart?: readonly number[] | 'kinds';
  /** It follows the chosen month. */
  readonly isOfMonth?: boolean;
}

export function StatsSections({ stats, query, system }: { stats: SystemStats; query: StatsQuery; system: Elements }) {
  const { revenue, month } = stats;
  const tables = statsTables(stats);
  const throughMonth = `The twelve months through ${monthName(month)}`;
  const figuresOf = (figures: readonly Figure[]) =>
    figures.map(({ name, note, chart, isOfMonth = false }) => {
      const table: StatsTable = tables[name];
      return (
        <StatsFigure key={name} name={name} table={table} query={isOfMonth ? { month } : {}} note={note}>
          {chart && (chart === 'kinds' ? <KindsChart table={table} /> : <TimeChart table={table} parts={chart} />)}
        </StatsFigure>
      );
    });
  const intro = (
    <>
      <p className="mb-4 max-w-prose">
        <span>{formatCents(net(revenue.all))}</span> since the site opened:{' '}
        <span>{formatCents(revenue.all.captured)}</span> paid, <span>{formatCents(revenue.all.refunded)}</span>{' '}
        refunded. What customers paid you directly is in it, at the listed price.
      </p>
      <MonthNav month={month} current={query.month === undefined} />
    </>
  );
  return (
    <>
      <Group title="Revenue" intro={intro}>
        {figuresOf([
          { name: 'revenue-by-month', note: `${throughMonth}.`, chart: [3], isOfMonth: true },
          { name: 'revenue-by-day', note: monthName(month), chart: [3], isOfMonth: true },
          { name: 'disputes', note: DISPUTES_COST },
        ])}
      </Group>
      <Group title="Visits">
        {figuresOf([
          { name: 'use', note: 'From tomorrow. Each day has two half days.', chart: [1, 2, 3, 4] },
          { name: 'bookings', chart: 'kinds' },
          { name: 'lead-times', note: 'From booking to visit, of all bookings of the last 365 days.', chart: 'kinds' },
          { name: 'late-cancellations', note: lateNote(stats.lateCancellations.all), chart: 'kinds' },
        ])}
      </Group>
      <Group title="Users">
        {figuresOf([
          { name: 'users' },
          { name: 'joined', note: `${throughMonth}, deleted accounts included.`, chart: [1], isOfMonth: true },
        ])}
      </Group>
      <Group title="Visitors">{figuresOf([{ name: 'web-vitals', note: vitalsNote(stats.vitals.length) }])}</Group>
      <Group title="System" intro={system}>
        {figuresOf([{ name: 'mails' }, { name: 'webhooks', note: WEBHOOKS_GO[stats.webhooks.provider] }])}
      </Group>
    </>
  );
}

const DISPUTES_COST = 'A dispute that is lost takes the payment, and each one can cost a fee. Both count as refunded.';

function vitalsNote(measured: number): string {
  if (measured === 0) return 'No visitor’s browser has reported how fast a page was in the last 28 days.';
  return 'Of the last 28 days: three of four page views were at least this fast. Milliseconds; CLS has no unit.';
}
const WEBHOOKS_GO: Readonly<Record<SystemStats['webhooks']['provider'], string>> = {
  svix: 'They tell your other programs about bookings, by way of Svix.',
  local: 'On this machine they go nowhere but to /dev/webhooks.',
  none: 'They aren’t set up: nothing is sent.',
};

function lateNote(all: number): string {
  if (all === 0) return 'No visit was canceled when it was too late to cancel for free.';
  return all === 1 ? 'One visit was canceled late.' : `${formatCount(all)} visits were canceled late.`;
}

function Group({ title, intro, children }: { title: string; intro?: Elements; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mt-10 border-t border-line pt-8 first-of-type:mt-0">
      <h2 id={id} className="mb-4 text-2xl">
        {title}
      </h2>
      {intro}
      <div className="grid gap-x-12 lg:grid-cols-2">{children}</div>
    </section>
  );
}

function MonthNav({ month, current }: { readonly month: CivilMonth; readonly current: boolean }) {
  const [before, after] = [addMonths(month, -1), addMonths(month, 1)];
  return (
    <nav aria-label="Month" className="mb-6 flex flex-wrap gap-2">
      {isStatsMonth(before) ? (
        <ButtonLink to="/app/admin/stats" search={{ month: before }}>
          <Sign name="left" />
          <span>{monthName(before)}</span>
        </ButtonLink>
      ) : null}
      {current ? null : (
        <ButtonLink to="/app/admin/stats" search={{}}>
          This month
        </ButtonLink>
      )}
      {isStatsMonth(after) && !current ? (
        <ButtonLink to="/app/admin/stats" search={{ month: after }}>
          <span>{monthName(after)}</span>
          <Sign name="right" />
        </ButtonLink>
      ) : null}
    </nav>
  );
}
