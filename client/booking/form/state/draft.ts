/**
 * The typed values, kept by the browser tab until the booking is confirmed, and the idempotency key of a booking that is being
 * sent.
 */
import { type BookingFormValues, readBookingForm } from '#shared/booking/booking-form.ts';
import { newKey } from '../../../shell/new-key.ts';
import { TEXT_FIELDS } from '#shared/booking/booking-fields.ts';

const FORM = 'booking-form';
const ATTEMPT = 'booking-attempt';
const CLEARED = 'booking-cleared';

interface Attempt {
  readonly key: string;
  /** The request for which the key was made: another request gets another key. */
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
    // Storage is denied, so nothing was stored.
  }
}

/** Stores the typed values for the form's owner, which is the form's name; null for every visitor of this tab. */
export function saveDraft(values: BookingFormValues, owner: string | null): void {
  write(FORM, { ...values, owner });
}

export interface Draft {
  readonly values: BookingFormValues;
  /** Whether it was typed into a form of the same owner: an empty field was then left empty on purpose. */
  readonly isWhole: boolean;
}

/** The draft of this owner, or one without an owner. */
export function loadDraft(owner: string | null): Draft | null {
  const stored = read(FORM);
  if (!stored) return null;
  const { owner: kept = null, ...values } = stored;
  if (kept !== null && kept !== owner) return null;
  const fields = new Map(Object.entries(values));
  const typed = readBookingForm({
    keys: () => fields.keys(),
    get: (name) => fields.get(name),
    getAll: (name) => {
      const value = fields.get(name);
      return Array.isArray(value) ? value : [];
    },
  });
  return { values: typed, isWhole: kept === owner };
}

export function clearDraft(): void {
  remove(FORM);
  write(CLEARED, {});
  forgetKey();
}

/** Whether a draft was cleared in this tab: pages restored by Back may still show it. */
export function wasDraftCleared(): boolean {
  return read(CLEARED) !== null;
}

/** Fallback for browsers that refuse storage. */
let current: Attempt | null = null;

function storedAttempt(): Attempt | null {
  const stored = read(ATTEMPT);
  const [key, body] = [stored?.['key'], stored?.['body']];
  return typeof key === 'string' && typeof body === 'string' ? { key, body } : current;
}

/** Idempotency key of the request. Retries of the same request get the same key, also after a reload. */
export function keyFor(request: object): string {
  const body = JSON.stringify(request);
  const stored = storedAttempt();
  if (stored?.body === body) return stored.key;
  current = { key: newKey(), body };
  write(ATTEMPT, current);
  return current.key;
}

/** Called after a final response, so that the next request gets a new key. */
export function forgetKey(): void {
  current = null;
  remove(ATTEMPT);
}

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
