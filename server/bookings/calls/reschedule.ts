import { z } from 'zod';
import { bookingById } from '#db/queries/bookings/bookings.ts';
import { bookingStream } from '#events/booking/booking.ts';
import { parseSlot, postedSlot } from '#shared/booking/booking-form.ts';
import { bookingFields } from '#shared/booking/booking-details.ts';
import { isCivilMonth } from '#shared/civil-date.ts';
import type { Contract } from '#shared/calls/contract.ts';
import { bookingPath, reschedulePath } from '#shared/booking/managed-booking.ts';
import { Rejected, cureOf } from '#shared/calls/refusals.ts';
import type { InputOf } from '#shared/calls/rpc.ts';
import { accessOf, callerFor, hasMailedLink, carryAccess, ownHold } from '../access/visitor-access.ts';
import { nearestSlots } from '../availability/availability.ts';
import { hasSomeOf, moveVisit } from '../changing/change-plans.ts';
import { ProviderError } from '../../outside/payments/port.ts';
import type { FormPost } from '../../web/rpc/handler.ts';
import type { BookingContext, Call } from '../context.ts';
import { mailboxOf } from '../../web/limits/mailbox-room.ts';
import { byNetwork, limitTo } from '../../web/rpc/limit-to.ts';
import { eventId, seenSlot, visitOf } from './visit.ts';

type Input = InputOf<Contract['reschedule']>;

/** Buttons that show something: `month:2027-04`, `days`, `slot:2027-03-09/am`. */
const SHOW = /^(month|slot):(.+)$/;

function pickerPage(form: URLSearchParams, show: string): string {
  const [, what, value = ''] = SHOW.exec(show) ?? [];
  const month = what === 'month' ? value : form.get('month');
  const slot = parseSlot(what === 'slot' ? value : postedSlot(form));
  const search = new URLSearchParams();
  if (isCivilMonth(month) && show !== 'days') search.set('month', month);
  if (slot) search.set('date', slot.date);
  if (slot) search.set('claim', slot.claim);
  const path = reschedulePath(visitOf(form));
  return search.size === 0 ? path : `${path}?${search.toString()}`;
}

const form: FormPost<BookingContext> = {
  input(fields) {
    const { date, claim } = parseSlot(postedSlot(fields)) ?? {};
    const from = parseSlot(fields.get('from') ?? '');
    return { eventId: fields.get('eventId'), from, date, claim, key: fields.get('key') };
  },
  page: (fields) => pickerPage(fields, ''),
  show(fields) {
    const show = fields.get('show');
    return show === null ? null : pickerPage(fields, show);
  },
};

async function withNearestSlots(error: unknown, input: Input, context: BookingContext): Promise<unknown> {
  const { store, log, request } = context;
  if (error instanceof ProviderError) {
    log.error({ err: error, request: request.id }, 'hold not ended for move');
    return new Rejected('payments-down');
  }
  if (!(error instanceof Rejected) || cureOf(error.refusal) !== 'other-slot') return error;
  const row = await bookingById(store.db, input.eventId);
  const own = await ownHold(context);
  const nearest = row ? await nearestSlots(context, { date: input.date, service: row.service }, own) : [];
  const isTaken = error.refusal === 'slot-taken';
  // This browser's other booking has paid for the slot.
  const isOwn = isTaken && own !== null && hasSomeOf(await store.stateOf(bookingStream(own)), 'confirmed', input);
  return new Rejected(isOwn ? 'own-visit' : error.refusal, { nearest });
}

async function moveLimitKey({ store }: BookingContext, booking: string): Promise<string> {
  const row = await bookingById(store.db, booking);
  return row?.email_key ? `mailbox ${mailboxOf(row.email_key)}` : booking;
}

export const reschedule: Call<'reschedule'> = {
  schema: z.strictObject({
    eventId,
    from: seenSlot,
    date: bookingFields.date,
    claim: bookingFields.claim,
    key: z.uuid('Reload the page and send the form again.'),
  }),
  form,
  limit: byNetwork('changePlans'),
  async run(input, context) {
    const { store, cookies, request } = context;
    const caller = await callerFor(context, input.eventId);
    // Callers who know only the public id must not use up the limit of its customer.
    if ((await accessOf(context, input.eventId, caller)) === 'granted') {
      // Any visitor can book with any address. Moves by one who proves to have the mailbox are counted separately.
      const isOwnMailbox = caller.isOwnAddress || hasMailedLink(context, input.eventId);
      const key = isOwnMailbox ? input.eventId : await moveLimitKey(context, input.eventId);
      limitTo(context, { policy: 'move', key });
    }
    const hold = await ownHold(context);
    let generation: number | null;
    try {
      generation = await moveVisit(context, { ...input, caller }, hold, { correlation: request.id });
    } catch (error) {
      throw await withNearestSlots(error, input, context);
    }
    if (hold !== null && (await store.stateOf(bookingStream(hold)))?.isTraded) cookies.delete('hold');
    // A move by account needs no link, which would stay for the next person at this browser.
    if (generation !== null) await carryAccess(context, input.eventId, generation);
    return { redirect: bookingPath(input.eventId), notice: 'visit-moved' };
  },
};
