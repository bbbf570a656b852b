import type { VisitAhead } from '../account/account.ts';
import { CANCEL_OUTCOMES, type CancelOutcome } from './managed-booking.ts';

/** `<booking>:<outcome>`, separated by commas. */
export function toldVisits(visits: readonly Pick<VisitAhead, 'eventId' | 'outcome'>[]): string {
  return visits.flatMap(({ eventId, outcome }) => (outcome === null ? [] : [`${eventId}:${outcome}`])).join(',');
}

export function parseToldVisits(text: string): ReadonlyMap<string, CancelOutcome> {
  const told = new Map<string, CancelOutcome>();
  for (const each of text.split(',')) {
    const [id = '', said] = each.split(':');
    const outcome = CANCEL_OUTCOMES.find((known) => known === said);
    if (outcome !== undefined) told.set(id, outcome);
  }
  return told;
}
