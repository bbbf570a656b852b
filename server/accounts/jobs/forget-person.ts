import type { FoundPerson } from '../find-person.ts';
import { accountStream } from '#events/account/account.ts';
import { bookingStream } from '#events/booking/booking.ts';
import type { VisitsChoice } from '#shared/booking/managed-booking.ts';
import { claimOf } from '#shared/booking/session-type.ts';
import { Rejected } from '#shared/calls/refusals.ts';
import { forgetGuestOf } from '../../bookings/forgetting/forget-guest.ts';
import type { JobKind } from '../../process/jobs/job-kind.ts';
import { type AccountEnding, endAccount, forgetBookings } from '../delete-account.ts';
import { visitsAhead } from '../visits/visits-ahead.ts';

const CAUSE = { correlation: 'forget-person' };

/** `visits`: whether an account's visits ahead are kept or canceled. A guest's are kept. */
export function forgettingKeys({ account, bookings }: FoundPerson, visits: VisitsChoice | null): string[] {
  const guests = bookings.map((id) => `guest ${id}`);
  return account === null ? guests : [`account ${account} ${visits ?? ''}`, ...guests];
}

/** Requested by the operator. The job's code names a refusal. */
export const forgetPerson: JobKind<AccountEnding> = {
  kind: 'forget-person',
  on: {},
  async run({ key }, dependencies) {
    const [what = '', id = '', visits = ''] = key.split(' ');
    try {
      await (what === 'account'
        ? forgetAccount(dependencies, id, visits === '' ? null : (visits as VisitsChoice))
        : forgetGuest(dependencies, id));
    } catch (error) {
      if (error instanceof Rejected) return { code: error.refusal };
      throw error;
    }
    return undefined;
  },
  atOnce: 1,
};

async function forgetAccount(dependencies: AccountEnding, account: string, visits: VisitsChoice | null): Promise<void> {
  if ((await dependencies.store.stateOf(accountStream(account)))?.status === 'deleted') return;
  const ahead = await visitsAhead(dependencies, account);
  const told = new Map(
    ahead.flatMap(({ eventId, outcome }) => (outcome === null ? [] : [[eventId, outcome] as const])),
  );
  const { guests } = await endAccount(dependencies, account, { visits, told }, CAUSE);
  await forgetBookings(dependencies, account, guests, CAUSE);
}

async function forgetGuest(dependencies: AccountEnding, id: string): Promise<void> {
  const booking = await dependencies.store.stateOf(bookingStream(id));
  if (booking === null) throw new Rejected('unknown-booking');
  const from = { date: booking.date, claim: claimOf(booking.units) };
  await forgetGuestOf(dependencies, { booking: id, from, visit: 'keep', expects: null, caller: null }, CAUSE);
}
