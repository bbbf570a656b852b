import type { VisitAhead } from './account.ts';
import { CANCEL_OUTCOMES, type CancelOutcome } from './managed-booking.ts';

/** What a page has told of canceling visits, as one field of its form: `<booking>:<outcome>`, separated by commas. */
export function toldVisits(visits: readonly Pick<VisitAhead, 'eventId' | 'outcome'>[]): string {
  return visits.flatMap(({ eventId, outcome }) => (outcome === null ? [] : [`${eventId}:${outcome}`])).join(',');
}

/** The outcomes by booking; what makes no sense is left out. */
export function parseToldVisits(text: string): ReadonlyMap<string, CancelOutcome> {
  const told = new Map<string, CancelOutcome>();
  for (const each of text.split(',')) {
    const [id = '', said] = each.split(':');
    const outcome = CANCEL_OUTCOMES.find((known) => known === said);
    if (outcome !== undefined) told.set(id, outcome);
  }
  return told;
}
