import { z } from 'zod';
import { CHOOSE_VISITS } from '#shared/account/account-fields.ts';
import type { Notice } from '#shared/account/notices.ts';
import { parseSlot } from '#shared/booking/booking-form.ts';
import type { Contract } from '#shared/calls/contract.ts';
import { CANCEL_OUTCOMES, VISITS_CHOICES, bookingPath, deleteDataPath } from '#shared/booking/managed-booking.ts';
import { type Forgetting, forgetGuestOf } from '../forgetting/forget-guest.ts';
import type { HandlerOf } from '../../web/rpc/handler.ts';
import type { BookingContext } from '../context.ts';
import { byNetwork } from '../../web/rpc/limit-to.ts';
import { callerFor, keepPaidHold } from '../access/opened-links.ts';
import { ownHold } from '../access/own-hold.ts';
import { eventId, seenSlot, visitOf } from './fields.ts';

const NOTICES: Readonly<Record<Forgetting, Notice>> = {
  deleted: 'visit-data-deleted',
  canceled: 'visit-data-deleted-canceled',
  'after-visit': 'visit-data-deleted-after-visit',
};

export const deleteVisitData: HandlerOf<Contract['deleteVisitData'], BookingContext> = {
  schema: z.strictObject({
    eventId,
    from: seenSlot,
    visit: z.enum(VISITS_CHOICES, CHOOSE_VISITS).exactOptional(),
    expects: z.enum(CANCEL_OUTCOMES, 'Reload the page and decide again.').exactOptional(),
  }),
  form: {
    input: (form) => ({
      eventId: form.get('eventId'),
      from: parseSlot(form.get('from') ?? ''),
      ...Object.fromEntries([...form].filter(([name]) => name === 'visit' || name === 'expects')),
    }),
    page: (form) => deleteDataPath(visitOf(form)),
  },
  limit: byNetwork('changePlans'),
  async run({ eventId: booking, from, visit = null, expects = null }, context) {
    const { cookies, request } = context;
    const caller = await callerFor(context, booking);
    const cause = { correlation: request.id };
    const forgetting = await forgetGuestOf(context, { booking, from, visit, expects, caller }, cause);
    const notice = NOTICES[forgetting];
    if (forgetting === 'after-visit') return { redirect: bookingPath(booking), notice };
    if ((await ownHold(context)) === booking) {
      // The page of the visit then says here, too, why it is gone.
      await keepPaidHold(context);
      cookies.delete('hold');
    }
    return { redirect: '/', notice };
  },
};
