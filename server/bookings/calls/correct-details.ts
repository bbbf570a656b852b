import { accountInputs } from '#shared/account/account-fields.ts';
import { CORRECTED_FIELDS } from '#shared/booking/booking-fields.ts';
import { bookingPath, correctionPath } from '#shared/booking/managed-booking.ts';
import type { Contract } from '#shared/calls/contract.ts';
import type { HandlerOf } from '../../web/rpc/handler.ts';
import { mailboxOf } from '../../web/limits/mailbox-room.ts';
import { byNetwork, limitTo } from '../../web/rpc/limit-to.ts';
import { mayCorrect } from '../access/caller-access.ts';
import { callerFor, carryAccess } from '../access/opened-links.ts';
import { correctDetails as correct } from '../changing/correct-details.ts';
import type { BookingContext } from '../context.ts';
import { visitOf } from './fields.ts';

export const correctDetails: HandlerOf<Contract['correctDetails'], BookingContext> = {
  schema: accountInputs.correctDetails,
  form: {
    input: (form) => ({
      eventId: form.get('eventId'),
      ...Object.fromEntries(
        CORRECTED_FIELDS.filter((field) => form.has(field)).map((field) => [field, form.get(field)]),
      ),
      confirmed: form.getAll('confirmed'),
    }),
    page: (form) => correctionPath(visitOf(form)),
  },
  limit: byNetwork('changePlans'),
  async run({ eventId, confirmed: _confirmed, ...details }, context) {
    const { email } = details;
    const caller = await callerFor(context, eventId);
    if (await mayCorrect(context, eventId, caller)) {
      for (const key of [eventId, `mailbox ${mailboxOf(email)}`]) limitTo(context, { policy: 'correct', key });
    }
    const link = await correct(context, { eventId, details, by: { caller } }, { correlation: context.request.id });
    await carryAccess(context, eventId, link);
    return { redirect: bookingPath(eventId), notice: 'details-corrected', whom: email };
  },
};
