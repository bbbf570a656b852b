import type { CivilDate } from '../civil-date.ts';
import type { Prices } from './prices.ts';
import { type Claim, type SessionType, ALL_UNITS, type Unit, claimOf, unitsOf, claimsOf } from './session-type.ts';

/** For one visitor. `yours`: held by them, unpaid. `visit`: taken by the visit that they are moving. */
export type VisitorUnit = 'open' | 'gone' | 'yours' | 'visit';

export interface DayAvailability extends Readonly<Record<Unit, VisitorUnit>> {
  readonly date: CivilDate;
  /** Null if it has passed. */
  readonly freeChangesThrough: CivilDate | null;
  readonly shortNotice: boolean;
}

export interface Availability {
  readonly today: CivilDate;
  readonly timeZone: string;
  /** The last of the days. */
  readonly to: CivilDate;
  readonly days: readonly DayAvailability[];
  readonly prices: Prices;
}

export interface Slot {
  readonly date: CivilDate;
  readonly claim: Claim;
}

export interface OpenSlot {
  readonly day: DayAvailability;
  readonly claim: Claim;
}

export interface NextOpen {
  readonly today: CivilDate;
  readonly slots: Readonly<Record<SessionType, OpenSlot | null>>;
}

export function isOpen(day: DayAvailability, claim: Claim): boolean {
  return unitsOf(claim).every((unit) => day[unit] === 'open' || day[unit] === 'yours');
}

export function isYours(day: DayAvailability, claim: Claim): boolean {
  return unitsOf(claim).every((unit) => day[unit] === 'yours');
}

export function isOfVisit(day: DayAvailability, claim: Claim): boolean {
  return unitsOf(claim).every((unit) => day[unit] === 'visit');
}

export function ownTimes(days: readonly DayAvailability[], kind: 'yours' | 'visit'): Slot[] {
  return days.flatMap((day) => {
    const units = ALL_UNITS.filter((unit) => day[unit] === kind);
    return units.length === 0 ? [] : [{ date: day.date, claim: claimOf(units) }];
  });
}

export function openClaims(day: DayAvailability, service: SessionType): Claim[] {
  return claimsOf(service).filter((claim) => isOpen(day, claim));
}
