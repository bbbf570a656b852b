import { z } from 'zod';
import { bookingStream } from '#events/booking/booking.ts';
import { accountInputs } from '#shared/account/account-fields.ts';
import type { Done, Notice } from '#shared/account/account.ts';
import { bookingFields } from '#shared/booking/booking-details.ts';
import type { Contract } from '#shared/calls/contract.ts';
import { BOOKINGS_FILTERS, BOOKINGS_LIMITS } from '#shared/owner/bookings-list.ts';
import { movePath } from '#shared/owner/move-plan.ts';
import { ownersBookingPath } from '#shared/owner/booking-story.ts';
import { cleanLine } from '#shared/typed-text.ts';
import { accountForm, done } from '../../accounts/calls/account-form.ts';
import type { AccountContext } from '../../accounts/context.ts';
import { type HandlerOf, causeOf, signedInOf } from '../../web/rpc/handler.ts';
import { byAccount } from '../../web/rpc/limit-to.ts';
import { validField } from '../../web/http/checked-input.ts';
import { correctDetails } from '../../bookings/changing/correct-details.ts';
import { bookingStory as readStory } from '../booking-story.ts';
import { listedBookings } from '../list-bookings.ts';
import { moveForOwner, movePlan as readMovePlan } from '../move-visit.ts';
import { writeToCustomer } from '../write-to-customer.ts';
import {
  type VisitRecording,
  attemptRefund,
  cancelAsOwner,
  recordVisit,
  noteRefundSettled,
  refundAsGoodwill,
} from '../record-visit.ts';

export const allBookings: HandlerOf<Contract['allBookings'], AccountContext> = {
  access: 'admin',
  limit: byAccount('ownPages'),
  schema: z.strictObject({
    page: z.int().min(1).max(BOOKINGS_LIMITS.page),
    pageSize: z.int().min(1).max(BOOKINGS_LIMITS.pageSize),
    search: z.string().overwrite(cleanLine).max(BOOKINGS_LIMITS.search),
    state: z.enum(BOOKINGS_FILTERS, 'Choose a state from the list.'),
  }),
  run: (query, { store }) => listedBookings(store, query),
};

export const bookingStory: HandlerOf<Contract['bookingStory'], AccountContext> = {
  access: 'admin',
  limit: byAccount('ownPages'),
  schema: z.strictObject({ eventId: z.string().max(64) }),
  run: ({ eventId }, context) => readStory(context, eventId),
};

export const movePlan: HandlerOf<Contract['movePlan'], AccountContext> = {
  access: 'admin',
  limit: byAccount('ownPages'),
  schema: z.strictObject({
    eventId: z.string().max(64),
    date: bookingFields.date.exactOptional(),
    claim: bookingFields.claim.exactOptional(),
  }),
  run: ({ eventId, date, claim }, context) => readMovePlan(context, eventId, date && claim ? { date, claim } : null),
};

const LANDING = '/app/admin';

const ofBooking = {
  access: 'admin',
  limit: byAccount('administer'),
  page(form: URLSearchParams) {
    const eventId = validField(form, 'eventId', accountInputs.completeVisit.shape.eventId);
    return eventId === undefined ? LANDING : ownersBookingPath(eventId);
  },
} as const;

/** Also a command of the owner's first page: it leads back to where it was sent from. */
const ofBookingOrLanding = {
  ...ofBooking,
  page: (form: URLSearchParams) => (form.get('at') === 'landing' ? LANDING : ofBooking.page(form)),
} as const;

interface Sent {
  readonly eventId: string;
  readonly at?: 'landing';
}

function pageOf(eventId: string, at?: 'landing'): string {
  return at === 'landing' ? LANDING : ownersBookingPath(eventId);
}

async function record(
  context: AccountContext,
  { eventId, at }: Sent,
  recording: VisitRecording,
  notice: Notice,
): Promise<Done> {
  const { account: by } = await signedInOf(context);
  await recordVisit(context, { eventId, by }, recording, causeOf(context));
  return done(pageOf(eventId, at), notice);
}

export const completeVisit = accountForm('completeVisit', {
  ...ofBookingOrLanding,
  run: (input, context) => record(context, input, 'completed', 'visit-completed'),
});

export const undoCompletion = accountForm('undoCompletion', {
  ...ofBooking,
  run: (input, context) => record(context, input, 'completion-undone', 'completion-undone'),
});

export const recordNoShow = accountForm('recordNoShow', {
  ...ofBookingOrLanding,
  run: (input, context) => record(context, input, 'no-show', 'no-show-recorded'),
});

export const undoNoShow = accountForm('undoNoShow', {
  ...ofBooking,
  run: (input, context) => record(context, input, 'no-show-undone', 'no-show-undone'),
});

/** Says who returns the money: the owner, if it was paid to them directly. */
async function moneyNotice({ store }: AccountContext, eventId: string, sent: Notice): Promise<Notice> {
  const payments = (await store.stateOf(bookingStream(eventId)))?.payments ?? [];
  return payments.some(({ isOutside }) => isOutside) ? 'refund-owed' : sent;
}

export const cancelForCustomer = accountForm('cancelForCustomer', {
  ...ofBooking,
  async run({ eventId, date, claim }, context) {
    const { account: by } = await signedInOf(context);
    await cancelAsOwner(context, { eventId, by, from: { date, claim } }, causeOf(context));
    return done(ownersBookingPath(eventId), await moneyNotice(context, eventId, 'visit-canceled-by-owner'));
  },
});

export const moveForCustomer = accountForm('moveForCustomer', {
  ...ofBooking,
  /** Leads back to the time that was picked. */
  page(form) {
    const shape = accountInputs.moveForCustomer.shape;
    const eventId = validField(form, 'eventId', shape.eventId);
    if (eventId === undefined) return LANDING;
    const date = validField(form, 'newDate', shape.newDate);
    const claim = validField(form, 'newClaim', shape.newClaim);
    return movePath(eventId, date && claim ? { date, claim } : null);
  },
  async run({ eventId, date, claim, newDate, newClaim }, context) {
    const { account: by } = await signedInOf(context);
    const slots = { from: { date, claim }, to: { date: newDate, claim: newClaim } };
    await moveForOwner(context, { eventId, by, ...slots }, causeOf(context));
    return done(ownersBookingPath(eventId), 'visit-moved-by-owner');
  },
});

export const refundKeptPayment = accountForm('refundKeptPayment', {
  ...ofBookingOrLanding,
  async run({ eventId, at }, context) {
    const { account: by } = await signedInOf(context);
    await refundAsGoodwill(context, { eventId, by }, causeOf(context));
    return done(pageOf(eventId, at), await moneyNotice(context, eventId, 'kept-payment-refunded'));
  },
});

export const retryRefund = accountForm('retryRefund', {
  ...ofBookingOrLanding,
  async run({ eventId, payment, at }, context) {
    const { account: by } = await signedInOf(context);
    await attemptRefund(context, { eventId, by, payment }, causeOf(context));
    return done(pageOf(eventId, at), 'refund-retried');
  },
});

export const settleRefund = accountForm('settleRefund', {
  ...ofBookingOrLanding,
  async run({ eventId, payment, at }, context) {
    const { account: by } = await signedInOf(context);
    await noteRefundSettled(context, { eventId, by, payment }, causeOf(context));
    return done(pageOf(eventId, at), 'refund-settled');
  },
});

export const correctForCustomer = accountForm('correctForCustomer', {
  ...ofBooking,
  async run({ eventId, ...details }, context) {
    const { account: admin } = await signedInOf(context);
    await correctDetails(context, { eventId, details, by: { admin } }, causeOf(context));
    const page = ownersBookingPath(eventId);
    const { email } = details;
    return email === ''
      ? done(page, 'customer-corrected')
      : { ...done(page, 'customer-corrected-mailed'), whom: email };
  },
});

export const sendMessage = accountForm('sendMessage', {
  ...ofBooking,
  async run({ eventId, message: text, key }, context) {
    const { account: by } = await signedInOf(context);
    await writeToCustomer(context, { eventId, text, by, key }, causeOf(context));
    return done(ownersBookingPath(eventId), 'message-sent');
  },
});
