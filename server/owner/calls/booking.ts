import { z } from 'zod';
import { listBookings } from '#db/queries/owner/list-bookings.ts';
import { bookingStream } from '#events/booking/booking.ts';
import * as visiting from '#events/booking/visiting.ts';
import { accountInputs } from '#shared/account/account-fields.ts';
import type { Notice } from '#shared/account/notices.ts';
import { bookingFields } from '#shared/booking/booking-details.ts';
import { LISTED_FIELDS } from '#shared/booking/booking-view.ts';
import { BOOKINGS_FILTERS, BOOKINGS_LIMITS, PAID_STATES } from '#shared/owner/bookings-list.ts';
import { movePath } from '#shared/owner/move-plan.ts';
import { ownersBookingPath } from '#shared/owner/booking-story.ts';
import { cleanLine } from '#shared/typed-text.ts';
import { done } from '../../accounts/calls/account-form.ts';
import type { AccountContext } from '../../accounts/context.ts';
import { correctDetails } from '../../bookings/changing/correct-details.ts';
import { bookingView } from '../../bookings/visit/view.ts';
import { validField } from '../../web/http/checked-input.ts';
import { bookingStory as readStory } from '../booking-story.ts';
import { moveForOwner, movePlan as readMovePlan } from '../move-visit.ts';
import {
  attemptRefund,
  cancelAsOwner,
  recordVisit,
  noteRefundSettled,
  refundAsGoodwill,
  writeToCustomer,
} from '../booking-commands.ts';
import { ownerCommand, ownerForm, ownerQuery } from './handlers.ts';

/** The last page if there are fewer. */
export const allBookings = ownerQuery<'allBookings'>(
  z.strictObject({
    page: z.int().min(1).max(BOOKINGS_LIMITS.page),
    pageSize: z.int().min(1).max(BOOKINGS_LIMITS.pageSize),
    search: z.string().overwrite(cleanLine).max(BOOKINGS_LIMITS.search),
    state: z.enum(BOOKINGS_FILTERS, 'Choose a state from the list.'),
  }),
  async ({ state, ...query }, { store }) => {
    const states = state === 'paid' ? PAID_STATES : [state];
    const { rows, ...numbers } = await listBookings(store.db, { ...query, states });
    return { bookings: rows.map((row) => bookingView(row, LISTED_FIELDS)), pageSize: query.pageSize, ...numbers };
  },
);

const eventId = z.string().max(64);
const { date, claim } = bookingFields;

export const bookingStory = ownerQuery<'bookingStory'>(z.strictObject({ eventId }), (input, context) =>
  readStory(context, input.eventId),
);

export const movePlan = ownerQuery<'movePlan'>(
  z.strictObject({ eventId, date: date.exactOptional(), claim: claim.exactOptional() }),
  (input, context) =>
    readMovePlan(context, input.eventId, input.date && input.claim ? { date: input.date, claim: input.claim } : null),
);

const LANDING = '/app/admin';

/** Some commands are also on the owner's first page, and lead back to it. */
function page(form: URLSearchParams): string {
  const booking = validField(form, 'eventId', accountInputs.completeVisit.shape.eventId);
  return booking === undefined || form.get('at') === 'landing' ? LANDING : ownersBookingPath(booking);
}

export const completeVisit = ownerCommand(
  'completeVisit',
  page,
  'visit-completed',
  recordVisit(visiting.completeVisit),
);

export const undoCompletion = ownerCommand(
  'undoCompletion',
  page,
  'completion-undone',
  recordVisit(visiting.undoCompletion),
);

export const recordNoShow = ownerCommand('recordNoShow', page, 'no-show-recorded', recordVisit(visiting.recordNoShow));

export const undoNoShow = ownerCommand('undoNoShow', page, 'no-show-undone', recordVisit(visiting.undoNoShow));

/** Says who returns the money: the owner, if it was paid to them directly. */
async function moneyNotice({ store }: AccountContext, booking: string, sent: Notice): Promise<Notice> {
  const payments = (await store.stateOf(bookingStream(booking)))?.payments ?? [];
  return payments.some(({ isOutside }) => isOutside) ? 'refund-owed' : sent;
}

export const cancelForCustomer = ownerForm('cancelForCustomer', {
  page,
  async run({ eventId: booking, ...from }, context, { by, cause }) {
    await cancelAsOwner(context, { eventId: booking, by, from }, cause);
    return moneyNotice(context, booking, 'visit-canceled-by-owner');
  },
});

export const moveForCustomer = ownerForm('moveForCustomer', {
  /** Leads back to the time that was picked. */
  page(form) {
    const shape = accountInputs.moveForCustomer.shape;
    const booking = validField(form, 'eventId', shape.eventId);
    if (booking === undefined) return LANDING;
    const [newDate, newClaim] = [validField(form, 'newDate', date), validField(form, 'newClaim', claim)];
    return movePath(booking, newDate && newClaim ? { date: newDate, claim: newClaim } : null);
  },
  async run({ eventId: booking, newDate, newClaim, ...from }, context, { by, cause }) {
    const to = { date: newDate, claim: newClaim };
    await moveForOwner(context, { eventId: booking, by, from, to }, cause);
    return done(ownersBookingPath(booking), 'visit-moved-by-owner');
  },
});

export const refundKeptPayment = ownerForm('refundKeptPayment', {
  page,
  async run({ eventId: booking }, context, { by, cause }) {
    await refundAsGoodwill(context, { eventId: booking, by }, cause);
    return moneyNotice(context, booking, 'kept-payment-refunded');
  },
});

export const retryRefund = ownerCommand('retryRefund', page, 'refund-retried', attemptRefund);

export const settleRefund = ownerCommand('settleRefund', page, 'refund-settled', noteRefundSettled);

export const sendMessage = ownerCommand('sendMessage', page, 'message-sent', writeToCustomer);

export const correctForCustomer = ownerForm('correctForCustomer', {
  page,
  async run({ eventId: booking, ...details }, context, { by: admin, cause }) {
    await correctDetails(context, { eventId: booking, details, by: { admin } }, cause);
    const { email } = details;
    if (email === '') return 'customer-corrected';
    return { ...done(ownersBookingPath(booking), 'customer-corrected-mailed'), whom: email };
  },
});
