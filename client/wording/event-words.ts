/** Derived from the events' names, so that a new type of event needs no words. */
import { formatCents } from '#shared/money.ts';
import type { LogFact } from '#shared/owner/log-events.ts';
import { instantWords } from '#shared/time-zone.ts';

function lowerWords(name: string): string {
  return name
    .replaceAll('.', ' ')
    .replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, ' ')
    .toLowerCase();
}

/** `Slot held`, for `SlotHeld`. */
export function eventWords(type: string): string {
  const words = lowerWords(type);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const CENTS: ReadonlySet<string> = new Set(['amount', 'price']);

const INSTANT = /(?:At|^until)$/;

/** `amount $499`, `free changes through 2027-03-18`. */
export function factWords({ name, value }: LogFact, timeZone: string): string {
  return `${lowerWords(name)} ${valueWords(name, value, timeZone)}`;
}

function valueWords(name: string, value: LogFact['value'], timeZone: string): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string') return value;
  if (CENTS.has(name)) return formatCents(value);
  return INSTANT.test(name) ? instantWords(value, timeZone) : String(value);
}
