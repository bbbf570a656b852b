/** Shown before an action that touches a customer's money or time. */
import { formatCents } from '#shared/money.ts';

interface Addressee {
  readonly name: string;
  /** Empty for a customer by phone without an email address. */
  readonly email: string;
}

/** How the customer is told: a sentence with a space before it. Empty for a deleted customer. */
export function hearsWords(customer: Addressee | null, what = ''): string {
  if (customer === null) return '';
  if (customer.email === '') return ` We have no email address for ${customer.name}: call them.`;
  return ` We email ${customer.name}${what}.`;
}

export function goesBackWords(isPaidOutside: boolean): string {
  return isPaidOutside
    ? 'You were paid directly, so you give all of it back yourself: the site sends no money.'
    : 'All of it goes back to the card it came from.';
}

export function refundButtonWords(cents: number, isPaidOutside: boolean): string {
  return isPaidOutside ? `Yes, I’ll give ${formatCents(cents)} back` : `Yes, refund ${formatCents(cents)}`;
}

/** Where it wraps, the separator stays at the end of the line. */
export function factsLine(facts: readonly (string | null)[]): string {
  return facts.filter((fact) => fact !== null && fact !== '').join('\u00A0· ');
}
