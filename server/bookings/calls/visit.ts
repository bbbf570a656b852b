/** Calls of the page of a visit. */
import { z } from 'zod';
import { accountInputs, CHOOSE_VISITS } from '#shared/account/account-fields.ts';
import type { Notice } from '#shared/account/notices.ts';
import { bookingFields } from '#shared/booking/booking-details.ts';
import { CORRECTED_FIELDS } from '#shared/booking/booking-fields.ts';
import { parseSlot } from '#shared/booking/booking-form.ts';
import {
  UNKNOWN_BOOKING,
  CANCEL_OUTCOMES,
  bookingPath,
  cancelPath,
  correctionPath,
  VISITS_CHOICES,
  deleteDataPath,
} from '#shared/booking/managed-booking.ts';
import { validField } from '../../web/http/checked-input.ts';
import { mailboxOf } from '../../web/limits/mailbox-room.ts';
import { byNetwork, limitTo } from '../../web/rpc/limit-to.ts';
import { mayCorrect, callerFor, carryAccess, keepPaidHold, ownHold } from '../access/visitor-access.ts';
import { cancelVisit } from '../changing/change-plans.ts';
import { correctDetails as correct } from '../changing/correct-details.ts';
import type { Call } from '../context.ts';
import { type Forgetting, forgetGuestOf } from '../forgetting/forget-guest.ts';

export const eventId = z.string().regex(/^[\w-]{1,64}$/);

/** A placeholder for an invalid id. */
export function visitOf(form: URLSearchParams): string {
  return validField(form, 'eventId', eventId) ?? UNKNOWN_BOOKING;
}

export const seenSlot = z.strictObject(
  { date: bookingFields.date, claim: bookingFields.claim },
  'Reload the page and decide again.',
);

export const cancel: Call<'cancel'> = {
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

export const correctDetails: Call<'correctDetails'> = {
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

const NOTICES: Readonly<Record<Forgetting, Notice>> = {
  deleted: 'visit-data-deleted',
  canceled: 'visit-data-deleted-canceled',
  'after-visit': 'visit-data-deleted-after-visit',
};

export const deleteVisitData: Call<'deleteVisitData'> = {
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
