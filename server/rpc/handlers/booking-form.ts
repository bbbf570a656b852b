import type { Slot } from '#shared/availability.ts';
import { bookingInput, parseSlot, readBookingForm } from '#shared/booking-form.ts';
import { isBookingStep } from '#shared/booking-steps.ts';
import { isCivilMonth } from '#shared/civil-date.ts';
import { isSessionType } from '#shared/session-type.ts';
import type { FormPost } from '../handler.ts';

/**
 * What the form's buttons ask to see: `month:2027-04`, `days` for the list of open days, `slot:2027-03-09/am` chosen,
 * `step:place` for one question of several.
 */
const SHOW = /^(month|slot|step):(.+)$/;

/** The booking form as `/book` posts it without script. */
export const bookingForm: FormPost = {
  input: (form) => ({ ...bookingInput(readBookingForm(form)), key: form.get('key') ?? '' }),
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

interface Shown {
  readonly month?: unknown;
  readonly step?: unknown;
  readonly slot?: Slot | null;
}

/** The booking page as the form left it, but for what is to be shown instead. */
function bookingPage(form: FormData, shown: Shown): string {
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
