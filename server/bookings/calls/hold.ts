import type { Cause } from '#db/change.ts';
import { type HoldRefusal, latestHold } from '#db/queries/bookings/unpaid-holds.ts';
import { bookingStream, isPaidFor } from '#events/booking/booking.ts';
import { isOpenTo } from '#events/booking/holding.ts';
import { bookingRequest } from '#shared/booking/booking-details.ts';
import type { Contract } from '#shared/calls/contract.ts';
import { Rejected, cureOf } from '#shared/calls/refusals.ts';
import type { InputOf } from '#shared/calls/rpc.ts';
import { nearestSlots, offeredPrices } from '../availability/availability.ts';
import { checkoutUrl } from '../buying/checkout.ts';
import { placeHold } from '../buying/place-hold.ts';
import { ProviderError } from '../../outside/payments/port.ts';
import type { BookingContext, Call } from '../context.ts';
import { byNetwork } from '../../web/rpc/limit-to.ts';
import { keepPaidHold, openedBookings, ownHold, rememberHold } from '../access/visitor-access.ts';
import { bookingForm } from './booking-form.ts';
import { hasPaid } from '../access/of-account.ts';

type Input = InputOf<Contract['hold']>;

async function withHelp(error: unknown, input: Input, context: BookingContext): Promise<unknown> {
  const refusal = error instanceof Rejected ? error.refusal : null;
  if (refusal !== null && cureOf(refusal) === 'other-slot') {
    return new Rejected(refusal, { nearest: await nearestSlots(context, input, await ownHold(context)) });
  }
  if (refusal === 'overtaken') await rememberLatest(context);
  if (refusal === 'price-changed') {
    const now = (await offeredPrices(context, await ownHold(context)))[input.service];
    return new Rejected(refusal, { price: { shown: input.price, now } });
  }
  // Deleted between the lookup of the session and the change.
  if (refusal === 'unknown-account') return new Rejected('session-ended');
  if (refusal === 'too-many-holds' || refusal === 'holds-full') return tooMany(refusal, context);
  if (!(error instanceof ProviderError)) return error;
  context.log.error({ err: error, request: context.request.id }, 'checkout not opened');
  return new Rejected('payments-down');
}

/** In seconds: a lapsed hold is released once its checkout is closed. */
const SHORTEST_WAIT = 30;

async function tooMany(refusal: HoldRefusal, { clock, holdGuard, request }: BookingContext): Promise<Rejected> {
  const until = (await holdGuard.roomFrom(refusal, request.network ?? '')) ?? 0;
  return new Rejected(refusal, { retryAfter: Math.max(SHORTEST_WAIT, Math.ceil((until - clock.now()) / 1000)) });
}

/** The checkout's address. Throws `Rejected` `overtaken` if another window has traded or released the hold meanwhile. */
async function whereToPay(context: BookingContext, booking: string, email: string, cause: Cause): Promise<string> {
  const { store } = context;
  try {
    const url = await checkoutUrl(context, booking, email, cause);
    if ((await latestHold(store.db, booking)).booking === booking) return url;
  } catch (error) {
    const isLate = error instanceof Rejected && error.refusal === 'not-held';
    if (!isLate || !(await store.stateOf(bookingStream(booking)))?.isTraded) throw error;
  }
  throw new Rejected('overtaken');
}

/** After `overtaken`: another request of this browser has traded or released the hold that its cookie names. */
async function rememberLatest({ store, cookies, signIn }: BookingContext): Promise<void> {
  const own = cookies.get('hold')?.booking;
  if (own === undefined) return;
  const { booking } = await latestHold(store.db, own);
  const held = await store.stateOf(bookingStream(booking));
  const account = (await signIn.current())?.account ?? null;
  if (held === null || held.isTraded || !isOpenTo(held, account)) cookies.delete('hold');
  else rememberHold(cookies, booking);
}

export const hold: Call<'hold'> = {
  schema: bookingRequest,
  access: 'guest',
  form: bookingForm,
  limit: byNetwork('hold'),
  async run({ confirmed: _confirmed, ...input }, context) {
    const { request, cookies, holdGuard, signIn } = context;
    const cause = { correlation: request.id };
    const account = (await signIn.current())?.account ?? null;
    // The photo's ticket may have expired: the booking continues without it.
    const photos = (input.photos ?? []).flatMap((ticket) => context.photos.openTicket(ticket) ?? []);
    // The form was filled in for an account: as a guest's, its data would not be deleted with the account.
    if (account === null && (signIn.isSent || request.formToken !== null)) throw new Rejected('session-ended');
    try {
      await keepPaidHold(context);
      const { network } = request;
      const asking = { network, isCustomer: await isCustomer(context), own: await ownHold(context) };
      const { booking, unreachable } = await holdGuard.hold(asking, (own, count) =>
        placeHold(context, input, { hold: own, account, photos, count }, cause),
      );
      // Before payment is possible: a visitor whose checkout could not be opened still has the hold.
      rememberHold(cookies, booking);
      if (unreachable) throw unreachable;
      return { redirect: await whereToPay(context, booking, input.email, cause) };
    } catch (error) {
      throw await withHelp(error, input, context);
    }
  },
};

/** By the account, this browser's hold, or an opened link. False if all was refunded, which costs an attacker nothing. */
async function isCustomer(context: BookingContext): Promise<boolean> {
  const { store } = context;
  const account = (await context.signIn.current())?.account ?? null;
  if (account !== null && (await hasPaid(store, account))) return true;
  const held = await ownHold(context);
  for (const booking of [...(held === null ? [] : [held]), ...openedBookings(context)])
    if (isPaidFor(await store.stateOf(bookingStream(booking)))) return true;
  return false;
}
