import { type BookingFormValues, readBookingForm } from '#shared/booking-form.ts';
import type { Draft } from './draft.ts';

const TYPED = ['area', 'address', 'notes', 'name', 'email', 'phone'] as const;

export function valuesOf(form: HTMLFormElement): BookingFormValues {
  return readBookingForm(new FormData(form));
}

/**
 * Gives a draft's texts and ticks back to a form that still stands as the page began; what was typed meanwhile, or
 * restored by the browser, stays.
 */
export function restoreForm(
  form: HTMLFormElement,
  initial: BookingFormValues,
  { values: draft, isWhole }: Draft,
): void {
  const now = valuesOf(form);
  for (const name of TYPED) {
    const control = form.elements.namedItem(name);
    const isText =
      control instanceof HTMLInputElement ||
      control instanceof HTMLTextAreaElement ||
      control instanceof HTMLSelectElement;
    if (isText && now[name] === initial[name] && (isWhole || draft[name] !== '')) control.value = draft[name];
  }
  if (now.tasks.join() !== initial.tasks.join()) return;
  for (const box of form.querySelectorAll<HTMLInputElement>('input[name=tasks]')) {
    box.checked = draft.tasks.includes(box.value);
    if (box.checked) box.closest('details')?.setAttribute('open', '');
  }
}
