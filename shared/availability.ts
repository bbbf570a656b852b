import type { CivilDate } from './civil-date.ts';
import { type Claim, type SessionType, type Unit, unitsOf } from './session-type.ts';

/** What a visitor may know of a unit: who has it, or why it is closed, is the owner's business. */
export type VisitorUnit = 'open' | 'gone' | 'yours';

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

/** Whether the day can take the claim: every unit of it open or already held by this visitor. */
export function isOpen(day: DayAvailability, claim: Claim): boolean {
  const free = (unit: Unit) => day[unit] !== 'gone';
  return claim === 'full' ? free('am') && free('pm') : free(claim);
}

/** Whether this visitor holds all of it already. */
export function isYours(day: DayAvailability, claim: Claim): boolean {
  return unitsOf(claim).every((unit) => day[unit] === 'yours');
}

/** Open claims of a day for a session type, earliest first. */
export function openClaims(day: DayAvailability, service: SessionType): Claim[] {
  const claims: Claim[] = service === 'full-day' ? ['full'] : ['am', 'pm'];
  return claims.filter((claim) => isOpen(day, claim));
}
