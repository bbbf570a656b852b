import { UNLICENSED_LIMIT_DOLLARS } from '#shared/business/legal.ts';
import { formatCents } from '#shared/money.ts';
import { pricesOn } from '#shared/booking/prices.ts';

/** The catalogue's, on the days of the tests. */
export const PRICE_CENTS = pricesOn('2027-03-09');

const KNOWN = new Set(
  [...Object.values(PRICE_CENTS), UNLICENSED_LIMIT_DOLLARS * 100].map((cents) => formatCents(cents)),
);

/**
 * The dollar amounts in a text that are neither a price of the catalogue, which is also what is paid and refunded, nor the limit of the
 * license notice. Prices must be all-in (Civil Code 1770(a)(29)).
 */
export function strayAmounts(text: string): string[] {
  return (text.match(/\$\s?\d+(?:,\d{3})*(?:\.\d+)?/g) ?? []).filter((amount) => !KNOWN.has(amount));
}
