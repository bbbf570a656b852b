import type { Cause } from '#db/change.ts';
import type { Caller } from '#events/booking/booking-access.ts';
import { accountStream } from '#events/account/account.ts';
import { bookingStream } from '#events/booking/booking.ts';
import { type ForgetRequest, authorizeForgetting, forgetGuest } from '#events/booking/forgetting.ts';
import { dayStream } from '#events/day.ts';
import { CHOOSE_VISITS } from '#shared/account/account-fields.ts';
import { Rejected } from '#shared/calls/refusals.ts';
import { changePresentBooking } from '../changing/change-present-booking.ts';
import { type BookingDependencies, businessTime } from '../dependencies.ts';

type Dependencies = Pick<BookingDependencies, 'store' | 'clock'> & { readonly config: { readonly timeZone: string } };

/** What became of the customer's data and of the visit. `after-visit`: both stay until the visit is over. */
export type Forgetting = 'deleted' | 'canceled' | 'after-visit';

/** A guest's request to be forgotten. The caller is null for the operator of the site, who may forget anyone. */
export interface GuestLeaving extends Omit<ForgetRequest, 'now' | 'timeZone'> {
  readonly caller: Caller | null;
}

/**
 * Has the customer of a booking without an account forgotten: at once, or after the visit. Asking again changes nothing and has the
 * same result. Throws `Rejected`: `unknown-booking`, `link-replaced`, `invalid` when nothing was chosen about a visit that is ahead,
 * and what `forgetGuest` refuses. A job removes the data (`jobs/forgotten-customers.ts`).
 */
export async function forgetGuestOf(
  dependencies: Dependencies,
  { caller, ...request }: GuestLeaving,
  cause: Cause,
): Promise<Forgetting> {
  const { store } = dependencies;
  const id = request.booking;
  const account = caller?.account ?? null;
  const { isForgotten, status } = await changePresentBooking(store, id, async (known) => {
    await store.change({
      streams: {
        booking: bookingStream(id),
        day: dayStream(known.date),
        ...(account !== null && { account: accountStream(account) }),
      },
      decide(states) {
        const refusal = caller && authorizeForgetting(states, caller);
        return refusal ?? forgetGuest(states, { ...request, ...businessTime(dependencies) });
      },
      cause,
    });
    return (await store.stateOf(bookingStream(id))) ?? known;
  }).catch(explained);
  if (!isForgotten) return 'after-visit';
  return request.visit === 'cancel' && (status === 'cancelled' || status === 'forfeited') ? 'canceled' : 'deleted';
}

/** Names the field in which nothing was chosen. */
function explained(error: unknown): never {
  if (error instanceof Rejected && error.refusal === 'invalid') {
    throw new Rejected('invalid', { fields: { visit: CHOOSE_VISITS } });
  }
  throw error;
}
