import { z } from 'zod';
import { type BookingState, bookingStream } from '#events/booking/booking.ts';
import type { Notice } from '#shared/account/account.ts';
import type { contract } from '#shared/calls/contract.ts';
import type { InputOf, OutputOf } from '#shared/calls/rpc.ts';
import { releaseHold } from '../buying/release-hold.ts';
import { confirmationPath } from '../paths.ts';
import { ProviderError } from '../../outside/payments/port.ts';
import type { Handler } from '../../web/rpc/handler.ts';
import type { BookingContext } from '../context.ts';
import { ownHold } from '../access/own-hold.ts';

type Procedure = (typeof contract)['forgetHold'];

const PAGE = '/book';

/** If the provider can't rule out that the hold is being paid, it is left to lapse. */
async function giveBackIfPossible(context: BookingContext, booking: string): Promise<boolean> {
  const { request, log } = context;
  try {
    return await releaseHold(context, booking, { correlation: request.id });
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    log.warn({ err: error, request: request.id }, 'a hold could not be given back and stands until it lapses');
    return false;
  }
}

function noticeOf(booking: BookingState): Notice {
  if (booking?.wasConfirmed) return 'visit-forgotten';
  if (booking?.status === 'held') return 'hold-left';
  return booking?.status === 'expired' && booking.isTraded ? 'hold-given-back' : 'hold-forgotten';
}

export const forgetHold: Handler<InputOf<Procedure>, OutputOf<Procedure>, BookingContext> = {
  schema: z.void(),
  form: { input: () => undefined, page: () => PAGE, secrets: 'all' },
  async run(_, context) {
    const { cookies, store } = context;
    const booking = await ownHold(context);
    cookies.delete('links');
    if (booking === null) return { redirect: PAGE, notice: 'hold-forgotten' };
    const isPaid = await giveBackIfPossible(context, booking);
    const held = await store.stateOf(bookingStream(booking));
    if (isPaid && held) return { redirect: confirmationPath(booking, held.service), notice: null };
    cookies.delete('hold');
    return { redirect: PAGE, notice: noticeOf(held) };
  },
};
