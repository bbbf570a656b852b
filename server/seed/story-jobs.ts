/** The site's jobs, run at the instants at which the site would run them. */
import type { JobSpec } from '#db/jobs.ts';
import { dueJobs } from '#db/queries/jobs.ts';
import type { JobKind } from '../process/jobs/job-kind.ts';
import { unconfirmedAccounts } from '../accounts/jobs/unconfirmed-accounts.ts';
import { forfeitures } from '../bookings/jobs/forfeitures.ts';
import { holdExpiry } from '../bookings/jobs/hold-expiry.ts';
import { keptVisits } from '../bookings/jobs/kept-visits.ts';
import { refunds } from '../bookings/jobs/refunds.ts';
import { reminders } from '../bookings/jobs/reminders.ts';
import { unpaidHolds } from '../bookings/jobs/unpaid-holds.ts';
import type { Shop } from './shop.ts';
import { HOUR, type Story } from './story.ts';

/** The kinds that change bookings and accounts. All others count as done: no mail of the story leaves this machine. */
const KINDS: readonly JobKind<Shop>[] = [
  forfeitures,
  holdExpiry,
  keptVisits,
  refunds,
  reminders,
  unconfirmedAccounts,
  unpaidHolds,
];

/** An irreversible job waits this long, in case the clock is wrong. */
function delayOf({ irreversible }: JobKind<Shop>): number {
  return irreversible ? HOUR : 0;
}

/** Adds a job to the agenda if the story runs its kind. */
export function planJob(story: Story, { kind: name, due }: Pick<JobSpec, 'kind' | 'due'>): void {
  const kind = KINDS.find((each) => each.kind === name);
  if (kind) story.agenda.add(due + delayOf(kind), () => runDue(story, kind));
}

const UNSTOPPED = new AbortController().signal;

async function runDue(story: Story, kind: JobKind<Shop>): Promise<void> {
  const { store, clock } = story.shop;
  for (const job of await dueJobs(store.db, kind.kind, clock.now() - delayOf(kind), 100)) {
    const result = await kind.run(job, story.shop, UNSTOPPED);
    const later = result && 'due' in result ? result : null;
    await store.change({
      streams: {},
      decide: () => ({}),
      cause: { correlation: kind.kind },
      ...(later ? {} : result),
      updateJob: { id: job.id, from: 'waiting', set: later ?? { state: 'done', endedAt: clock.now() } },
    });
    if (later) planJob(story, { kind: kind.kind, due: later.due });
  }
}
