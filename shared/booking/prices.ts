import type { CivilDate } from '../civil-date.ts';
import { formatCents } from '../money.ts';
import { type SessionType, ALL_SESSION_TYPES, SESSION_TYPES } from './session-type.ts';

export type Prices = Readonly<Record<SessionType, number>>;

interface PriceList extends Prices {
  /** First day, from its midnight in the business time zone. */
  readonly from: CivilDate;
}

/** Oldest first. A new line applies from the midnight of its first day; deploy it before. */
export const PRICES: readonly PriceList[] = [{ from: '2026-01-01', 'half-day': 29_900, 'full-day': 49_900 }];

/** In the business time zone. Days before the first list have the first one's prices. */
export function pricesOn(day: CivilDate, lists: readonly PriceList[] = PRICES): Prices {
  const { from: _from, ...prices } = lists.findLast(({ from }) => from <= day) ?? lists[0]!;
  return prices;
}

export function priceOf(service: SessionType, day: CivilDate): number {
  return pricesOn(day)[service];
}

export function allPriceWords(site: { readonly prices: Prices }): string {
  return ALL_SESSION_TYPES.map((type) => `${priceWords(site, type)} for ${SESSION_TYPES[type].words}`).join(', ');
}

export function priceWords({ prices }: { readonly prices: Prices }, service: SessionType): string {
  return formatCents(prices[service]);
}
