import { TEXT_FIELDS } from '#shared/booking/booking-fields.ts';
import { type BookingFormValues, readBookingForm } from '#shared/booking/booking-form.ts';
import type { Draft } from './draft.ts';

export function valuesOf(form: HTMLFormElement): BookingFormValues {
  return readBookingForm(new FormData(form));
}

/**
 * The values after a draft is restored: fields that are as the page began get the draft's value; what was typed meanwhile stays.
 */
export function withDraft(now: BookingFormValues, initial: BookingFormValues, { values, isWhole }: Draft) {
  const restored = TEXT_FIELDS.filter((name) => now[name] === initial[name] && (isWhole || values[name] !== ''));
  const texts = Object.fromEntries(restored.map((name) => [name, values[name]]));
  return { ...now, ...texts, tasks: now.tasks.join() === initial.tasks.join() ? values.tasks : now.tasks };
}

/** Writes the values into the form's text fields and checkboxes. */
export function fillIn(form: HTMLFormElement, values: BookingFormValues): void {
  const now = valuesOf(form);
  for (const name of TEXT_FIELDS) {
    const control = form.elements.namedItem(name);
    const isText =
      control instanceof HTMLInputElement ||
      control instanceof HTMLTextAreaElement ||
      control instanceof HTMLSelectElement;
    if (isText && now[name] !== values[name]) control.value = values[name];
  }
  if (now.tasks.join() === values.tasks.join()) return;
  for (const box of form.querySelectorAll<HTMLInputElement>('input[name=tasks]')) {
    box.checked = values.tasks.includes(box.value);
    if (box.checked) box.closest('details')?.setAttribute('open', '');
  }
}
