import type { CivilDate } from '../civil-date.ts';
import { type Claim, type Prices, type SessionType, UNITS, type Unit, claimOf, unitsOf } from './session-type.ts';

/**
 * A unit as a visitor may see it; who booked it, or why it is closed, is not shown. `yours`: held by this visitor and not paid.
 * `visit`: taken by the visit that the visitor is moving.
 */
export type VisitorUnit = 'open' | 'gone' | 'yours' | 'visit';

export interface DayAvailability {
  readonly date: CivilDate;
  readonly am: VisitorUnit;
  readonly pm: VisitorUnit;
  /** The last date, until its end, on which a booking of this day can be moved or cancelled free; null when it has passed. */
  readonly freeChangesThrough: CivilDate | null;
  /** Less than 48 hours ahead: 24 to 48 hours' notice is recommended, not required. */
  readonly shortNotice: boolean;
}

export interface Availability {
  readonly today: CivilDate;
  /** IANA name of the business time zone. */
  readonly timeZone: string;
  /** First and last date that can be booked. */
  readonly from: CivilDate;
  readonly to: CivilDate;
  readonly days: readonly DayAvailability[];
  /** What this visitor is offered each session type for, in cents. */
  readonly prices: Prices;
}

export interface Slot {
  readonly date: CivilDate;
  readonly claim: Claim;
}

/** A slot that can be booked, with the facts of its day. */
export interface OpenSlot {
  readonly day: DayAvailability;
  readonly claim: Claim;
}

/** The soonest open slot of each length; null when no slot of that length is open. */
export interface NextOpen {
  readonly today: CivilDate;
  readonly slots: Readonly<Record<SessionType, OpenSlot | null>>;
}

/** Whether a claim can be made on a day: each of its units is open or held by this visitor. */
export function isOpen(day: DayAvailability, claim: Claim): boolean {
  const free = (unit: Unit) => day[unit] === 'open' || day[unit] === 'yours';
  return claim === 'full' ? free('am') && free('pm') : free(claim);
}

/** Whether this visitor already holds all units of a claim. */
export function isYours(day: DayAvailability, claim: Claim): boolean {
  return unitsOf(claim).every((unit) => day[unit] === 'yours');
}

/** Whether all units of a claim are taken by the visit being moved. */
export function isOfVisit(day: DayAvailability, claim: Claim): boolean {
  return unitsOf(claim).every((unit) => day[unit] === 'visit');
}

/** The slots of these days whose units are all of one kind: held by the visitor, or taken by the visit being moved. */
export function ownTimes(days: readonly DayAvailability[], kind: 'yours' | 'visit'): Slot[] {
  return days.flatMap((day) => {
    const units = UNITS.filter((unit) => day[unit] === kind);
    return units.length === 0 ? [] : [{ date: day.date, claim: claimOf(units) }];
  });
}

/** Open claims of a day for a session type, earliest first. */
export function openClaims(day: DayAvailability, service: SessionType): Claim[] {
  const claims: Claim[] = service === 'full-day' ? ['full'] : ['am', 'pm'];
  return claims.filter((claim) => isOpen(day, claim));
}
