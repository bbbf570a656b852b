import { firstWaiting, parkedAtLeastOnce, jobByKey } from '#db/queries/jobs.ts';
import { DISPUTE_STATES } from '#shared/booking/dispute.ts';
import { daysBetweenDates } from '#db/queries/bookings/bookings.ts';
import {
  accountCounts,
  bookingsByStatus,
  confirmedSince,
  joinedBetween,
  lateCancellations,
  type Movement,
  totalRevenue,
  capturedBetween,
  disputesByState,
  refundedBetween,
} from '#db/queries/owner/stats.ts';
import { dayOf } from '#db/projections/availability.ts';
import { civilDateAt, instantOf } from '#events/business-time.ts';
import type { UnitState } from '#events/day.ts';
import { ALL_UNITS } from '#shared/booking/session-type.ts';
import {
  type CivilDate,
  type CivilMonth,
  addDays,
  addMonths,
  datesOfMonth,
  daysBetween,
  monthOf,
} from '#shared/civil-date.ts';
import type { DayUse, LeadTime, PeriodRevenue, StatsQuery, SystemStats, SiteStatus } from '#shared/owner/stats.ts';
import type { BookingDependencies } from '../bookings/dependencies.ts';
import { pageVitals } from '../visitors/page-vitals.ts';
import type { WatchedWebhooks } from '../outside/webhooks/watched-webhooks.ts';
import { REBUILD_JOB } from '#db/jobs.ts';
import { readStatus } from '#db/queries/status.ts';
import type { Store } from '#db/store.ts';
import type { Clock } from '../process/clock.ts';

type Reader = Pick<BookingDependencies, 'store' | 'clock' | 'config'>;

const STATES = ['confirmed', 'completed', 'no-show', 'cancelled', 'forfeited', 'refunded', 'held', 'expired'] as const;

const MONTHS = 12;

const USE_DAYS = 14;

const LEAD_DAYS = 365;

/** By the last month shown. */
const LEAD_GROUPS = [0, 1, 2, 4, 8, 15, 31] as const;

type Counts = Omit<SystemStats, 'vitals' | 'webhooks' | 'failedMails'>;

export async function systemStats(
  reader: Reader & { readonly webhooks: Pick<WatchedWebhooks, 'name'> },
  { month }: StatsQuery,
): Promise<SystemStats> {
  const { store, clock, config } = reader;
  const today = civilDateAt(clock.now(), config.timeZone);
  const last = month ?? monthOf(today);
  const first = await firstWaiting(store.db, ['webhook']);
  const lagSeconds = first ? Math.max(0, Math.round((clock.now() - first.since) / 1000)) : 0;
  return {
    ...(await countsOf(reader, { today, last })),
    failedMails: await parkedAtLeastOnce(store.db, 'mail'),
    webhooks: {
      provider: reader.webhooks.name,
      refused: await parkedAtLeastOnce(store.db, 'webhook'),
      waiting: first?.waiting ?? 0,
      lagSeconds,
    },
    vitals: await pageVitals(reader),
  };
}

async function countsOf(
  reader: Reader,
  { today, last }: { readonly today: CivilDate; readonly last: CivilMonth },
): Promise<Counts> {
  const months = Array.from({ length: MONTHS }, (_, index) => addMonths(last, index - MONTHS + 1));
  const { db } = reader.store;
  const counted = await bookingsByStatus(db);
  return {
    today,
    month: last,
    bookings: STATES.map((state) => ({ state, bookings: countOf(counted, ({ status }) => status === state) })),
    revenue: await revenueOf(reader, months),
    disputes: await disputesOf(reader),
    use: await useAhead(reader, addDays(today, 1)),
    leadTimes: await leadTimes(reader, today),
    lateCancellations: lateOnes(await lateCancellations(db), counted),
    users: await usersOf(reader, months),
  };
}

async function disputesOf({ store }: Reader): Promise<SystemStats['disputes']> {
  const counted = await disputesByState(store.db);
  return DISPUTE_STATES.map(
    (state) => counted.find((each) => each.state === state) ?? { state, disputes: 0, takenCents: 0 },
  );
}

type ByStatus = Awaited<ReturnType<typeof bookingsByStatus>>;

function countOf(counted: ByStatus, isCounted: (row: ByStatus[number]) => boolean): number {
  return counted.filter(isCounted).reduce((total, { bookings }) => total + bookings, 0);
}

/** `starts`: first instants in order, with the end of the last period. */
function inPeriods(movements: readonly Movement[], starts: readonly number[]): number[] {
  const sums = starts.slice(1).map(() => 0);
  for (const { at, cents } of movements) {
    const period = starts.findLastIndex((start) => at >= start);
    if (period in sums) sums[period]! += cents;
  }
  return sums;
}

function startsOf(dates: readonly CivilDate[], { config }: Reader): number[] {
  return dates.map((date) => instantOf(date, 0, config.timeZone));
}

function firstDates(months: readonly CivilMonth[]): CivilDate[] {
  const [last] = months.slice(-1);
  return [...months, ...(last ? [addMonths(last, 1)] : [])].map((month): CivilDate => `${month}-01`);
}

async function revenueOf(reader: Reader, months: readonly CivilMonth[]): Promise<SystemStats['revenue']> {
  const { db } = reader.store;
  const monthStarts = startsOf(firstDates(months), reader);
  const span = [monthStarts[0] ?? 0, monthStarts.at(-1) ?? 0] as const;
  const captured = await capturedBetween(db, ...span);
  const refunded = await refundedBetween(db, ...span);
  const inEachPeriod = <Period>(periods: readonly Period[], starts: readonly number[]): PeriodRevenue<Period>[] => {
    const [taken, returned] = [inPeriods(captured, starts), inPeriods(refunded, starts)];
    return periods.map((period, index) => ({
      period,
      captured: taken[index] ?? 0,
      refunded: returned[index] ?? 0,
    }));
  };
  const days = months.slice(-1).flatMap(datesOfMonth);
  const dayStarts = [...startsOf(days, reader), span[1]];
  return {
    all: await totalRevenue(db),
    months: inEachPeriod(months, monthStarts),
    days: inEachPeriod(days, dayStarts),
  };
}

async function useAhead({ store }: Reader, first: CivilDate): Promise<readonly DayUse[]> {
  const dates = Array.from({ length: USE_DAYS }, (_, index) => addDays(first, index));
  const rows = await daysBetweenDates(store.db, first, addDays(first, USE_DAYS - 1));
  return dates.map((date) => {
    const day = dayOf(rows.find((row) => row.date === date));
    const count = (kind: UnitState['kind']) => ALL_UNITS.filter((unit) => day[unit].kind === kind).length;
    return { date, booked: count('booked'), held: count('held'), closed: count('closed'), open: count('free') };
  });
}

async function leadTimes(reader: Reader, today: CivilDate): Promise<readonly LeadTime[]> {
  const dates = Array.from({ length: LEAD_DAYS }, (_, index) => addDays(today, index - LEAD_DAYS + 1));
  const starts = startsOf(dates, reader);
  const counts = LEAD_GROUPS.map(() => 0);
  let day = 0;
  for (const { at, date } of await confirmedSince(reader.store.db, starts[0] ?? 0)) {
    while (day + 1 < dates.length && at >= (starts[day + 1] ?? 0)) day += 1;
    const lead = daysBetween(dates[day] ?? today, date);
    const group = Math.max(
      0,
      LEAD_GROUPS.findLastIndex((from) => lead >= from),
    );
    counts[group] = (counts[group] ?? 0) + 1;
  }
  return LEAD_GROUPS.map((from, index) => {
    const next = LEAD_GROUPS[index + 1];
    return { from, to: next === undefined ? null : next - 1, bookings: counts[index] ?? 0 };
  });
}

function lateOnes(
  { all, refilled }: Awaited<ReturnType<typeof lateCancellations>>,
  counted: ByStatus,
): SystemStats['lateCancellations'] {
  const forfeited = (isFinal: 0 | 1) =>
    countOf(counted, ({ status, is_final }) => status === 'forfeited' && is_final === isFinal);
  const [open, kept] = [forfeited(0), forfeited(1)];
  return { all, refilled, open, kept, returned: all - refilled - open - kept };
}

async function usersOf(reader: Reader, months: readonly CivilMonth[]): Promise<SystemStats['users']> {
  const { db } = reader.store;
  const counts = await accountCounts(db);
  const sum = (rows: typeof counts) => rows.reduce((total, { accounts }) => total + accounts, 0);
  const starts = startsOf(firstDates(months), reader);
  const joined = await joinedBetween(db, starts[0] ?? 0, starts.at(-1) ?? 0);
  const joinedIn = (month: number) => joined.filter((at) => at >= starts[month]! && at < starts[month + 1]!).length;
  return {
    all: sum(counts),
    admins: sum(counts.filter(({ role }) => role === 'admin')),
    unconfirmed: sum(counts.filter(({ verified }) => verified === 0)),
    disabled: counts.reduce((total, { disabled }) => total + disabled, 0),
    joined: months.map((period, index) => ({ period, users: joinedIn(index) })),
  };
}

interface SiteStatusReader {
  readonly store: Pick<Store, 'db'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly backup: { readonly newest: number | null };
}

export async function siteStatus({ store: { db }, clock, backup }: SiteStatusReader): Promise<SiteStatus> {
  const { position, projections, rebuiltTo, jobs } = await readStatus(db, clock.now());
  const sum = (column: 'waiting' | 'late') => jobs.reduce((total, kind) => total + kind[column], 0);
  const rebuild = await jobByKey(db, REBUILD_JOB.kind, REBUILD_JOB.key);
  return {
    events: position,
    checkedAt: (await jobByKey(db, 'verify', 'recurring'))?.endedAt ?? null,
    behind: position - (projections?.position ?? position),
    jobs: { waiting: sum('waiting'), late: sum('late') },
    backedUpAt: backup.newest,
    rebuild: rebuild
      ? {
          state: rebuild.state === 'waiting' ? 'running' : rebuild.code === null ? 'done' : 'failed',
          events: rebuiltTo ?? 0,
          endedAt: rebuild.endedAt,
        }
      : null,
  };
}
