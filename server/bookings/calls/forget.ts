import { z } from 'zod';
import { type BookingState, bookingStream } from '#events/booking/booking.ts';
import type { Notice } from '#shared/account/notices.ts';
import { releaseHold } from '../buying/expire.ts';
import { confirmationPath } from '../paths.ts';
import { ProviderError } from '../../outside/payments/port.ts';
import type { BookingContext, Call } from '../context.ts';
import { ownHold, forgetLink } from '../access/visitor-access.ts';
import { bookingPath } from '#shared/booking/managed-booking.ts';
import { eventId, visitOf } from './visit.ts';

const PAGE = '/book';

/** If the provider can't rule out a payment, the hold is left to lapse. */
async function giveBackIfPossible(context: BookingContext, booking: string): Promise<boolean> {
  const { request, log } = context;
  try {
    return await releaseHold(context, booking, { correlation: request.id });
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    log.warn({ err: error, request: request.id }, 'hold not released, will lapse');
    return false;
  }
}

function noticeOf(booking: BookingState): Notice {
  if (booking?.wasConfirmed) return 'visit-forgotten';
  if (booking?.status === 'held') return 'hold-left';
  return booking?.status === 'expired' && booking.isTraded ? 'hold-given-back' : 'hold-forgotten';
}

export const forgetHold: Call<'forgetHold'> = {
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

export const forgetVisit: Call<'forgetVisit'> = {
  schema: z.strictObject({ eventId }),
  form: {
    input: (form) => ({ eventId: form.get('eventId') }),
    page: (form) => bookingPath(visitOf(form)),
  },
  async run({ eventId: booking }, context) {
    forgetLink(context.cookies, booking);
    if ((await ownHold(context)) === booking) context.cookies.delete('hold');
    return { redirect: '/', notice: 'visit-forgotten' };
  },
};
