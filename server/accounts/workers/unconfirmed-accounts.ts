import { forgetCredentials } from '#db/queries/accounts/passwords.ts';
import { unconfirmedUsers } from '#db/projections/users.ts';
import { UNCONFIRMED_KEPT_MS, endUnconfirmed } from '#events/account/account-changes.ts';
import { accountStream } from '#events/account/account.ts';
import type { WorkerDependencies } from '../../bookings/workers/dependencies.ts';
import { untilNextLook } from '../../process/clock.ts';
import { ConfirmedDay } from '../../process/following/confirmed-past.ts';
import { forEachAlone } from '../../process/following/for-each-alone.ts';
import type { Worker } from '../../process/following/worker.ts';

/**
 * Ends an account that was never confirmed, if its last link was requested long enough before `now`, in milliseconds. The worker
 * for accounts forgets its data.
 */
export async function endUnconfirmedAccount(
  { store }: Pick<WorkerDependencies, 'store'>,
  account: string,
  now: number,
): Promise<void> {
  await store.change({
    streams: { account: accountStream(account) },
    decide: (states) => endUnconfirmed(states, now),
    writes: ({ account: decided = [] }) => (decided.length === 0 ? [] : forgetCredentials(store.db, account)),
    cause: { correlation: account },
  });
}

/** Ends accounts that were never confirmed, `UNUSED_DATA_DAYS` after the day on which their last link was requested. */
export const unconfirmedAccountsEnd: Worker<WorkerDependencies> = async (dependencies, signal) => {
  const { store, clock, log } = dependencies;
  const days = new ConfirmedDay(clock);
  while (!signal.aborted) {
    const today = days.look();
    if (today !== null) {
      const old = await unconfirmedUsers(store.db, today - UNCONFIRMED_KEPT_MS);
      await forEachAlone(old, { worker: 'unconfirmed-accounts', log, signal }, ({ id }) =>
        endUnconfirmedAccount(dependencies, id, today),
      );
    }
    await clock.wait(untilNextLook(Infinity), signal);
  }
};
