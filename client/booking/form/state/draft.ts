/** The tab keeps the typed values until the booking is confirmed, and the idempotency key of the last request. */
import { type BookingFormValues, readBookingForm, readStoredForm } from '#shared/booking/booking-form.ts';
import { newKey } from '../../../shell/new-key.ts';
import { TEXT_FIELDS } from '#shared/booking/booking-fields.ts';

const FORM = 'booking-form';
const ATTEMPT = 'booking-attempt';
const CLEARED = 'booking-cleared';

interface Attempt {
  readonly key: string;
  /** Another request gets another key. */
  readonly body: string;
}

function read(name: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(name) ?? 'null');
    return typeof value === 'object' && value !== null ? { ...value } : null;
  } catch {
    return null;
  }
}

function write(name: string, value: object): void {
  try {
    sessionStorage.setItem(name, JSON.stringify(value));
  } catch {
    // Storage is refused or full: the page still has the values.
  }
}

function remove(name: string): void {
  try {
    sessionStorage.removeItem(name);
  } catch {
    // Storage is refused, so nothing was stored.
  }
}

/** `owner`: an account's token; null for every visitor of this tab. */
export function saveDraft(values: BookingFormValues, owner: string | null): void {
  write(FORM, { ...values, owner });
}

export interface Draft {
  readonly values: BookingFormValues;
  /** From a form of the same owner, where an empty field was left empty on purpose. */
  readonly isWhole: boolean;
}

/** Of this owner, or without an owner. */
export function loadDraft(owner: string | null): Draft | null {
  const stored = read(FORM);
  if (!stored) return null;
  const { owner: kept = null, ...values } = stored;
  if (kept !== null && kept !== owner) return null;
  return { values: readStoredForm(values), isWhole: kept === owner };
}

export function clearDraft(): void {
  remove(FORM);
  write(CLEARED, {});
  forgetKey();
}

/** Pages restored by Back may still show a cleared draft. */
export function wasDraftCleared(): boolean {
  return read(CLEARED) !== null;
}

/** For browsers that refuse storage. */
let current: Attempt | null = null;

function storedAttempt(): Attempt | null {
  const stored = read(ATTEMPT);
  const [key, body] = [stored?.['key'], stored?.['body']];
  return typeof key === 'string' && typeof body === 'string' ? { key, body } : current;
}

/** Retries of the same request get the same key, also after a reload. */
export function keyFor(request: object): string {
  const body = JSON.stringify(request);
  const stored = storedAttempt();
  if (stored?.body === body) return stored.key;
  current = { key: newKey(), body };
  write(ATTEMPT, current);
  return current.key;
}

/** Call it after a final response. */
export function forgetKey(): void {
  current = null;
  remove(ATTEMPT);
}

export function valuesOf(form: HTMLFormElement): BookingFormValues {
  return readBookingForm(new FormData(form));
}

/** The draft replaces fields that are as the page began; what was typed meanwhile stays. */
export function withDraft(now: BookingFormValues, initial: BookingFormValues, { values, isWhole }: Draft) {
  const restored = TEXT_FIELDS.filter((name) => now[name] === initial[name] && (isWhole || values[name] !== ''));
  const texts = Object.fromEntries(restored.map((name) => [name, values[name]]));
  return { ...now, ...texts, tasks: now.tasks.join() === initial.tasks.join() ? values.tasks : now.tasks };
}

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
