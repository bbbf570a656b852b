import type { Cause } from '#db/change.ts';
import type { Caller } from '#events/booking/booking-access.ts';
import { accountStream } from '#events/account/account.ts';
import type { Store } from '#db/store.ts';
import { type BookingEvent, type BookingState, bookingStream } from '#events/booking/booking.ts';
import { type ForgetRequest, authorizeForgetting, forgetGuest, forgetWithGuest } from '#events/booking/forgetting.ts';
import { dayStream } from '#events/day.ts';
import { isRefusal } from '#events/refusal.ts';
import { CHOOSE_VISITS } from '#shared/account/account-fields.ts';
import { Rejected } from '#shared/calls/refusals.ts';
import { comparable } from '#shared/normalize-text.ts';
import { guestBookingPages } from '../access/booking-pages.ts';
import { changePresentBooking } from '../changing/repeat-while-refused.ts';
import { withPrefix, withoutPrefix } from '../changing/prefixed-streams.ts';
import { type BookingDependencies, businessTime } from '../dependencies.ts';

type Dependencies = Pick<BookingDependencies, 'store' | 'clock'> & { readonly config: { readonly timeZone: string } };

/** `after-visit`: data and visit stay until the visit is over. */
export type Forgetting = 'deleted' | 'canceled' | 'after-visit';

/** The caller is null for the operator. */
export interface GuestLeaving extends Omit<ForgetRequest, 'now' | 'timeZone'> {
  readonly caller: Caller | null;
}

const TRY = 'try:';

/** Unpaid holds with the same address, read before it is forgotten. `../jobs/unpaid-holds.ts` forgets the others. */
export async function earlierTries(store: Pick<Store, 'db' | 'stateOf' | 'eventsOf'>, booking: string) {
  const state = await store.stateOf(bookingStream(booking));
  const tries = new Set<string>();
  if (state?.account === null && state.status !== 'expired') {
    const events = await store.eventsOf(bookingStream(booking));
    const addresses = events.flatMap(({ data }) =>
      'personal' in data && data.personal && 'email' in data.personal ? [comparable(data.personal.email)] : [],
    );
    for (const address of new Set(addresses))
      for await (const page of guestBookingPages({ store }, { address, heldBy: null }))
        for (const { id } of page) tries.add(id);
    tries.delete(booking);
  }
  return withPrefix(
    TRY,
    Array.from(tries, (id) => [id, bookingStream(id)] as const),
  );
}

export function withEarlierTries<Decided extends { readonly booking: readonly BookingEvent[] }>(
  decided: Decided,
  states: object,
) {
  const isForgotten = decided.booking.some(({ type }) => type === 'CustomerForgotten');
  const tries = isForgotten ? Object.entries(withoutPrefix<BookingState>(TRY, states)) : [];
  const forgotten = tries.map(([id, booking]) => [id, forgetWithGuest({ booking }).booking] as const);
  return { ...decided, ...withPrefix(TRY, forgotten) };
}

/**
 * At once or after the visit. Throws `Rejected`: `unknown-booking`, `link-replaced`, `invalid`, and what `forgetGuest` refuses.
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
        ...(await earlierTries(store, id)),
        ...(account !== null && { account: accountStream(account) }),
      },
      decide(states) {
        const refusal = caller && authorizeForgetting(states, caller);
        const decided = refusal ?? forgetGuest(states, { ...request, ...businessTime(dependencies) });
        return isRefusal(decided) ? decided : withEarlierTries(decided, states);
      },
      cause,
    });
    return (await store.stateOf(bookingStream(id))) ?? known;
  }).catch(explained);
  if (!isForgotten) return 'after-visit';
  return request.visit === 'cancel' && (status === 'cancelled' || status === 'forfeited') ? 'canceled' : 'deleted';
}

function explained(error: unknown): never {
  if (error instanceof Rejected && error.refusal === 'invalid') {
    throw new Rejected('invalid', { fields: { visit: CHOOSE_VISITS } });
  }
  throw error;
}
