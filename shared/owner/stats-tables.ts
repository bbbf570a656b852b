import type { DisputeState } from '../booking/dispute.ts';
import type { Rating } from '../measuring/vitals.ts';
import { STATE_NAMES } from './bookings-list.ts';
import {
  STATS_PATH,
  type LeadTime,
  type PageVital,
  type PeriodRevenue,
  type StatsQuery,
  type SystemStats,
  type Revenue,
} from './stats.ts';

/** `2027-03-09`, `2027-03`; `cents` are money. */
export type StatsUnit = 'text' | 'date' | 'month' | 'number' | 'cents';

export interface StatsColumn {
  readonly title: string;
  readonly unit: StatsUnit;
}

export type StatsCell = string | number;

export interface StatsTable {
  readonly title: string;
  readonly columns: readonly StatsColumn[];
  readonly rows: readonly (readonly StatsCell[])[];
}

/** `The same day`, `1 day`, `2 to 3 days`, `31 days or more` */
function leadTimeName({ from, to }: LeadTime): string {
  if (to === null) return `${from} days or more`;
  if (from === to) return from === 0 ? 'The same day' : `${from} ${from === 1 ? 'day' : 'days'}`;
  return `${from} to ${to} days`;
}

function text(title: string): StatsColumn {
  return { title, unit: 'text' };
}

function numbers(...titles: readonly string[]): StatsColumn[] {
  return titles.map((title) => ({ title, unit: 'number' }));
}

const MONEY = ['Paid', 'Refunded', 'Net'].map((title): StatsColumn => ({ title, unit: 'cents' }));

export function net({ captured, refunded }: Revenue): number {
  return captured - refunded;
}

function moneyRow(revenue: PeriodRevenue<string>): StatsCell[] {
  return [revenue.period, revenue.captured, revenue.refunded, net(revenue)];
}

const DISPUTE_NAMES: Readonly<Record<DisputeState, string>> = {
  'needs-response': 'To be answered',
  'under-review': 'With the bank',
  won: 'Won',
  lost: 'Lost',
};

const RATING_NAMES: Readonly<Record<Rating, string>> = {
  good: 'Good',
  'needs-improvement': 'Needs improvement',
  poor: 'Poor',
};

function vitalRow({ page, vital, value, rating, views }: PageVital): StatsCell[] {
  const rounded = vital === 'CLS' ? Math.round(value * 1000) / 1000 : Math.round(value);
  return [page, vital, rounded, RATING_NAMES[rating], views];
}

/** By the names of their files. */
export function statsTables(stats: SystemStats) {
  const { revenue, lateCancellations: late, users, failedMails, webhooks } = stats;
  return {
    'revenue-by-month': {
      title: 'Net revenue by month',
      columns: [{ title: 'Month', unit: 'month' }, ...MONEY],
      rows: revenue.months.map(moneyRow),
    },
    'revenue-by-day': {
      title: 'Net revenue by day',
      columns: [{ title: 'Date', unit: 'date' }, ...MONEY],
      rows: revenue.days.map(moneyRow),
    },
    use: {
      title: 'Half days of the next two weeks',
      columns: [{ title: 'Date', unit: 'date' }, ...numbers('Booked', 'Held', 'Closed', 'Open')],
      rows: stats.use.map(({ date, booked, held, closed, open }) => [date, booked, held, closed, open]),
    },
    bookings: {
      title: 'Bookings by state',
      columns: [text('State'), ...numbers('Bookings')],
      rows: stats.bookings.map(({ state, bookings }) => [STATE_NAMES[state], bookings]),
    },
    'lead-times': {
      title: 'How long before the visit people book',
      columns: [text('Before the visit'), ...numbers('Bookings')],
      rows: stats.leadTimes.map((group) => [leadTimeName(group), group.bookings]),
    },
    'late-cancellations': {
      title: 'Late cancellations',
      columns: [text('What became of the payment'), ...numbers('Cancellations')],
      rows: [
        ['Refunded, the time was booked again or closed', late.refilled],
        ['Refunded by you', late.returned],
        ['Kept for now, the time is still open', late.open],
        ['Kept', late.kept],
      ],
    },
    disputes: {
      title: 'Disputes',
      columns: [text('How they stand'), ...numbers('Disputes'), { title: 'Taken, with fees', unit: 'cents' }],
      rows: stats.disputes.map(({ state, disputes, takenCents }) => [DISPUTE_NAMES[state], disputes, takenCents]),
    },
    users: {
      title: 'Users today',
      columns: [text('Users'), ...numbers('Number')],
      rows: [
        ['All', users.all],
        ['Admins', users.admins],
        ['Email not confirmed', users.unconfirmed],
        ['Disabled', users.disabled],
      ],
    },
    joined: {
      title: 'New users by month',
      columns: [{ title: 'Month', unit: 'month' }, ...numbers('New users')],
      rows: users.joined.map(({ period, users }) => [period, users]),
    },
    'web-vitals': {
      title: 'Page speed',
      columns: [text('Page'), text('Measure'), ...numbers('75th percentile'), text('Rating'), ...numbers('Page views')],
      rows: stats.vitals.map(vitalRow),
    },
    mails: {
      title: 'Emails that failed',
      columns: [text('Emails'), ...numbers('Number')],
      rows: [
        ['Failed at least once', failedMails.all],
        ['Not sent yet', failedMails.open],
      ],
    },
    webhooks: {
      title: 'Webhooks',
      columns: [text('Messages'), ...numbers('Number')],
      rows: [
        ['Refused at least once', webhooks.refused.all],
        ['Refused, not sent yet', webhooks.refused.open],
        ['Waiting to be sent', webhooks.waiting],
        ['Seconds that the first one has waited', webhooks.lagSeconds],
      ],
    },
  } satisfies Readonly<Record<string, StatsTable>>;
}

export type StatsTables = ReturnType<typeof statsTables>;

export type StatsTableName = keyof StatsTables;

export function statsTablePath(name: StatsTableName, { month }: StatsQuery): string {
  return `${STATS_PATH}/${name}.csv${month === undefined ? '' : `?month=${month}`}`;
}
