import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { bookingStream } from '#events/booking/booking.ts';
import type { Slot } from '#shared/booking/availability.ts';
import { bookingInput, parseSlot, readBookingForm, shownPrice } from '#shared/booking/booking-form.ts';
import { isBookingStep } from '#shared/booking/booking-steps.ts';
import { isCivilMonth } from '#shared/civil-date.ts';
import { isSessionType } from '#shared/booking/session-type.ts';
import type { FormPost } from '../../web/rpc/handler.ts';
import type { BookingContext } from '../context.ts';
import { ownHold } from '../access/visitor-access.ts';

/** Buttons that show something: `month:2027-04`, `days` (a list), `slot:2027-03-09/am`, `step:place` (a question). */
const SHOW = /^(month|slot|step):(.+)$/;

export const bookingForm: FormPost<BookingContext> = {
  async input(form, context) {
    const values = readBookingForm(form);
    const asked = { ...bookingInput(values), price: shownPrice(form) };
    return { ...asked, key: await keyOf(form.get('key') ?? '', asked, context) };
  },
  page: (form) => bookingPage(form, {}),
  show(form) {
    const show = form.get('show');
    if (typeof show !== 'string') return null;
    const [, what, value = ''] = SHOW.exec(show) ?? [];
    if (show === 'days') return bookingPage(form, { month: null });
    if (what === 'month') return bookingPage(form, { month: value });
    if (what === 'step') return bookingPage(form, { step: value });
    return bookingPage(form, { slot: what === 'slot' ? parseSlot(value) : null });
  },
};

/**
 * A page restored by Back posts its old key, so the key also depends on the hold. Hashed, so that stored keys don't reveal
 * answers.
 */
async function keyOf(key: unknown, asked: object, context: BookingContext): Promise<unknown> {
  const { store, config } = context;
  const own = await ownHold(context);
  const booking = own === null ? null : await store.stateOf(bookingStream(own));
  if (!booking || !z.uuid().safeParse(key).success) return key;
  const bytes = createHmac('sha256', config.cookieSecrets[0])
    .update('booking form')
    .update(JSON.stringify([key, own, booking.corrections, asked]))
    .digest();
  return customUuid(bytes);
}

function customUuid(bytes: Buffer): string {
  bytes[6] = (bytes[6]! & 0x0f) | 0x80;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return bytes.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

interface Shown {
  readonly month?: unknown;
  readonly step?: unknown;
  readonly slot?: Slot | null;
}

function bookingPage(form: URLSearchParams, shown: Shown): string {
  const { month, step, slot } = { month: form.get('month'), step: form.get('step'), slot: null, ...shown };
  const service = form.get('service');
  const search = new URLSearchParams();
  if (isSessionType(service)) search.set('service', service);
  if (isCivilMonth(month)) search.set('month', month);
  if (isBookingStep(step)) search.set('step', step);
  if (slot) search.set('date', slot.date);
  if (slot) search.set('claim', slot.claim);
  return search.size === 0 ? '/book' : `/book?${search.toString()}`;
}
