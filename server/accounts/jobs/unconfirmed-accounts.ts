import { anyChange } from '#db/change.ts';
import { UNCONFIRMED_KEPT_MS, endUnconfirmed } from '#events/account/account-changes.ts';
import { accountOf, accountStream } from '#events/account/account.ts';
import type { JobDependencies } from '../../bookings/dependencies.ts';
import type { JobKind } from '../../process/jobs/job-kind.ts';

/** Each link that is requested postpones it. */
function jobFor({ stream, at }: { readonly stream: string; readonly at: number }) {
  const account = accountOf(stream);
  return { key: account, due: at + UNCONFIRMED_KEPT_MS, wakes: true } as const;
}

export const unconfirmedAccounts: JobKind<Pick<JobDependencies, 'store'>> = {
  kind: 'unconfirmed-accounts',
  on: { AccountRegistered: jobFor, VerificationRequested: jobFor },
  async run({ key: account, due }) {
    return anyChange({
      streams: { account: accountStream(account) },
      decide: (states) => endUnconfirmed(states, due),
      cause: { correlation: account },
    });
  },
  atOnce: 1,
  irreversible: true,
};
