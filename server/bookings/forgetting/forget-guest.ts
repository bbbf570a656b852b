import type { Cause } from '#db/change.ts';
import type { Caller } from '#events/booking/booking-access.ts';
import type { Store } from '#db/store.ts';
import { type BookingEvent, type BookingState, bookingStream } from '#events/booking/booking.ts';
import { type ForgetRequest, authorizeForgetting, forgetGuest, forgetWithGuest } from '#events/booking/forgetting.ts';
import { dayStream } from '#events/day.ts';
import { isRefusal } from '#events/refusal.ts';
import { CHOOSE_VISITS } from '#shared/account/account-fields.ts';
import { Rejected } from '#shared/calls/refusals.ts';
import { comparable } from '#shared/normalize-text.ts';
import { guestBookingPages } from '../access/booking-pages.ts';
import { accountOf } from '../changing/change-plans.ts';
import { changePresentBooking } from '../changing/repeat-while-refused.ts';
import { bookingStreams, grouped } from '../changing/grouped-streams.ts';
import { type BookingDependencies, businessTime } from '../dependencies.ts';

type Dependencies = Pick<BookingDependencies, 'store' | 'clock'> & { readonly config: { readonly timeZone: string } };

/** `after-visit`: data and visit stay until the visit is over. */
export type Forgetting = 'deleted' | 'canceled' | 'after-visit';

/** The caller is null for the operator. */
export interface GuestLeaving extends Omit<ForgetRequest, 'now' | 'timeZone'> {
  readonly caller: Caller | null;
}

/** Unpaid holds with the same address, read before it is forgotten. `../jobs/holds.ts` forgets the others. */
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
  return bookingStreams(tries);
}

export function withEarlierTries<Decided extends { readonly booking: readonly BookingEvent[] }>(
  decided: Decided,
  tries: Readonly<Record<string, BookingState>>,
) {
  const isForgotten = decided.booking.some(({ type }) => type === 'CustomerForgotten');
  const forgotten = (isForgotten ? Object.entries(tries) : []).map(
    ([id, booking]) => [id, forgetWithGuest({ booking }).booking] as const,
  );
  return { ...decided, tries: Object.fromEntries(forgotten) };
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
    await store.change(
      grouped({
        streams: {
          booking: bookingStream(id),
          day: dayStream(known.date),
          ...accountOf({ account }),
        },
        groups: { tries: await earlierTries(store, id) },
        decide(states) {
          const refusal = caller && authorizeForgetting(states, caller);
          const decided = refusal ?? forgetGuest(states, { ...request, ...businessTime(dependencies) });
          return isRefusal(decided) ? decided : withEarlierTries(decided, states.tries);
        },
        cause,
      }),
    );
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
