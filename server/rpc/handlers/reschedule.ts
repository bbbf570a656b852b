import { z } from 'zod';
import { bookingById } from '#db/projections/bookings.ts';
import { bookingStream } from '#events/booking.ts';
import { Rejected } from '#events/refusal.ts';
import { parseSlot } from '#shared/booking-form.ts';
import { bookingFields } from '#shared/booking-details.ts';
import { isCivilMonth } from '#shared/civil-date.ts';
import type { contract } from '#shared/contract.ts';
import { bookingPath, reschedulePath } from '#shared/managed-booking.ts';
import type { InputOf, OutputOf } from '#shared/rpc.ts';
import { nearestSlots } from '../../bookings/availability.ts';
import { moveVisit } from '../../bookings/change-plans.ts';
import type { FormPost, Handler, HandlerContext } from '../handler.ts';
import { accessTo, keepAccess } from '../manage-cookie.ts';
import { Refused } from '../refused.ts';
import { eventId, seenSlot } from './managed-booking.ts';

type Procedure = (typeof contract)['reschedule'];
type Input = InputOf<Procedure>;

function text(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}

/** What the form's buttons ask to see, as on the booking page: `month:2027-04`, `days`, `slot:2027-03-09/am`. */
const SHOW = /^(month|slot):(.+)$/;

/** The page with the picker, as the form left it, but for what is to be shown instead. */
function pickerPage(form: FormData, show: string): string {
  const [, what, value = ''] = SHOW.exec(show) ?? [];
  const month = what === 'month' ? value : text(form, 'month');
  const slot = parseSlot(what === 'slot' ? value : text(form, 'slot'));
  const search = new URLSearchParams();
  if (isCivilMonth(month) && show !== 'days') search.set('month', month);
  if (slot) search.set('date', slot.date);
  if (slot) search.set('claim', slot.claim);
  const path = reschedulePath(text(form, 'eventId'));
  return search.size === 0 ? path : `${path}?${search.toString()}`;
}

const form: FormPost = {
  input(fields) {
    const { date, claim } = parseSlot(text(fields, 'slot')) ?? {};
    const from = parseSlot(text(fields, 'from'));
    return { eventId: text(fields, 'eventId'), from, date, claim, key: text(fields, 'key') };
  },
  page: (fields) => pickerPage(fields, ''),
  show: (fields) => (fields.has('show') ? pickerPage(fields, text(fields, 'show')) : null),
};

/** Refusals that another time cures. */
const CURABLE = new Set<string>(['slot-taken', 'too-soon', 'too-far']);

/** The refusal with open times near the one that was asked for. */
async function withNearest(error: unknown, { eventId: id, date }: Input, context: HandlerContext): Promise<unknown> {
  if (!(error instanceof Rejected) || !CURABLE.has(error.refusal)) return error;
  const row = await bookingById(context.store.read.bookings, id);
  const nearest = row ? await nearestSlots(context, { date, service: row.service }, null) : [];
  return new Refused(error.refusal, { nearest });
}

export const reschedule: Handler<Input, OutputOf<Procedure>> = {
  schema: z.strictObject({
    eventId,
    from: seenSlot,
    date: bookingFields.date,
    claim: bookingFields.claim,
    key: z.uuid('Reload the page and send the form again.'),
  }),
  form,
  limits: () => ({ policy: 'changePlans' }),
  async run(input, context) {
    const access = await accessTo(context, input.eventId);
    try {
      await moveVisit(context, { ...input, access }, { correlation: context.request.id });
    } catch (error) {
      throw await withNearest(error, input, context);
    }
    const { moves = 0 } = context.store.stateOf(bookingStream(input.eventId)) ?? {};
    keepAccess(context, input.eventId, moves);
    return { redirect: bookingPath(input.eventId), notice: 'visit-moved' };
  },
};
