import { z } from 'zod';
import { parseSlot } from '#shared/booking/booking-form.ts';
import type { Contract } from '#shared/calls/contract.ts';
import { CANCEL_OUTCOMES, bookingPath, cancelPath } from '#shared/booking/managed-booking.ts';
import { cancelVisit } from '../changing/change-plans.ts';
import type { HandlerOf } from '../../web/rpc/handler.ts';
import type { BookingContext } from '../context.ts';
import { byNetwork } from '../../web/rpc/limit-to.ts';
import { callerFor } from '../access/opened-links.ts';
import { eventId, seenSlot, visitOf } from './fields.ts';

export const cancel: HandlerOf<Contract['cancel'], BookingContext> = {
  schema: z.strictObject({
    eventId,
    from: seenSlot,
    expects: z.enum(CANCEL_OUTCOMES, 'Reload the page and decide again.'),
    key: z.uuid('Reload the page and send the form again.'),
  }),
  form: {
    input: (form) => ({
      eventId: form.get('eventId'),
      from: parseSlot(form.get('from') ?? ''),
      expects: form.get('expects'),
      key: form.get('key'),
    }),
    page: (form) => cancelPath(visitOf(form)),
  },
  limit: byNetwork('changePlans'),
  async run(input, context) {
    const caller = await callerFor(context, input.eventId);
    await cancelVisit(context, { ...input, caller }, { correlation: context.request.id });
    return { redirect: bookingPath(input.eventId) };
  },
};
