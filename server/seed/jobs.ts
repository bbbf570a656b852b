import { dueJobs, endDueJobs, kindsWithDueJobs } from '#db/queries/jobs.ts';
import { JOBS } from '../jobs.ts';
import type { JobKind } from '../process/jobs/job-kind.ts';
import type { StoringDependencies } from '../bookings/dependencies.ts';

type Dependencies = Omit<StoringDependencies, 'mailer' | 'webhooks' | 'storage'>;

/** Jobs that change bookings and accounts. Mail and messages count as sent. */
const NAMES = /^(?:forfeitures|hold-expiry|kept-visits|refunds|reminders|unconfirmed-accounts|unpaid-holds)$/;
const KINDS = (JOBS as readonly JobKind<Dependencies>[]).filter(({ kind }) => NAMES.test(kind));

/** Also those that they cause. */
export async function runDueJobs(shop: Dependencies): Promise<void> {
  const { store, clock } = shop;
  const now = clock.now();
  const signal = new AbortController().signal;
  const due = async () => {
    const names = await kindsWithDueJobs(store.db, now);
    return KINDS.filter(({ kind }) => names.has(kind));
  };
  for (let kinds = await due(); kinds.length > 0; kinds = await due())
    for (const kind of kinds)
      for (const job of await dueJobs(store.db, kind.kind, now, 100)) {
        const result = await kind.run(job, shop, signal);
        const later = result && 'due' in result ? result : null;
        const updateJob = { id: job.id, from: job.state, set: later ?? { state: 'done' as const, endedAt: now } };
        const change = later ? {} : result;
        await store.change({
          streams: {},
          decide: () => ({}),
          cause: { correlation: kind.kind },
          ...change,
          updateJob,
        });
      }
  await store.write([endDueJobs(store.db, now)]);
}
