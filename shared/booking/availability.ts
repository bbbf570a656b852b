import type { CivilDate } from '../civil-date.ts';
import type { Prices } from './prices.ts';
import { type Claim, type SessionType, ALL_UNITS, type Unit, claimOf, unitsOf, claimsOf } from './session-type.ts';

/** As a visitor may see a unit. `yours`: held by them and not paid. `visit`: taken by the visit that they are moving. */
export type VisitorUnit = 'open' | 'gone' | 'yours' | 'visit';

export interface DayAvailability extends Readonly<Record<Unit, VisitorUnit>> {
  readonly date: CivilDate;
  /** Until its end; null when it has passed. */
  readonly freeChangesThrough: CivilDate | null;
  /** Less than 48 hours ahead: more notice is recommended, not required. */
  readonly shortNotice: boolean;
}

export interface Availability {
  readonly today: CivilDate;
  readonly timeZone: string;
  readonly from: CivilDate;
  readonly to: CivilDate;
  readonly days: readonly DayAvailability[];
  /** In cents, for this visitor. */
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

/** Each unit is open or held by this visitor. */
export function isOpen(day: DayAvailability, claim: Claim): boolean {
  return unitsOf(claim).every((unit) => day[unit] === 'open' || day[unit] === 'yours');
}

/** This visitor holds all units. */
export function isYours(day: DayAvailability, claim: Claim): boolean {
  return unitsOf(claim).every((unit) => day[unit] === 'yours');
}

/** All units are taken by the visit being moved. */
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
