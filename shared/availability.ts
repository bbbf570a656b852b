import type { CivilDate } from './civil-date.ts';
import { type Claim, type SessionType, UNITS, type Unit, claimOf, unitsOf } from './session-type.ts';

/**
 * What a visitor may know of a unit: who has it, or why it is closed, is the owner's business. Yours: held for them, and not paid
 * yet. Visit: of the visit that they are about to move.
 */
export type VisitorUnit = 'open' | 'gone' | 'yours' | 'visit';

export interface DayAvailability {
  readonly date: CivilDate;
  readonly am: VisitorUnit;
  readonly pm: VisitorUnit;
  /** The last date, to its end, on which a booking of this day can be moved or cancelled free; null when it has passed. */
  readonly freeChangesThrough: CivilDate | null;
  /** Inside 48 hours: 24 to 48 hours' notice is recommended, never demanded. */
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
}

export interface Slot {
  readonly date: CivilDate;
  readonly claim: Claim;
}

/** A time that can be booked, with all that its day says about it. */
export interface OpenSlot {
  readonly day: DayAvailability;
  readonly claim: Claim;
}

/** The soonest open slot of each length; null when nothing of that length is open. */
export interface NextOpen {
  readonly today: CivilDate;
  readonly slots: Readonly<Record<SessionType, OpenSlot | null>>;
}

/** Whether the day can take the claim: every unit of it open or held by this visitor. */
export function isOpen(day: DayAvailability, claim: Claim): boolean {
  const free = (unit: Unit) => day[unit] === 'open' || day[unit] === 'yours';
  return claim === 'full' ? free('am') && free('pm') : free(claim);
}

/** Whether this visitor holds all of it already. */
export function isYours(day: DayAvailability, claim: Claim): boolean {
  return unitsOf(claim).every((unit) => day[unit] === 'yours');
}

/** Whether all of it is the time of the visit that is to be moved. */
export function isOfVisit(day: DayAvailability, claim: Claim): boolean {
  return unitsOf(claim).every((unit) => day[unit] === 'visit');
}

/** The times of a kind among days: what their visitor holds, or that of their visit. */
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
