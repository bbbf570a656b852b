/** Session types: lengths, prices and the units each claims of a date (SPEC.md sections 1 and 9). */

export const SESSION_TYPES = ['half-day', 'full-day'] as const;
export type SessionType = (typeof SESSION_TYPES)[number];

/** A unit is the smallest thing sold: the morning or the afternoon of one date. */
export const UNITS = ['am', 'pm'] as const;
export type Unit = (typeof UNITS)[number];

/** Within a sentence. */
export const UNIT_NAMES: Readonly<Record<Unit, string>> = { am: 'morning', pm: 'afternoon' };

/** What a session type claims of a date: one unit, or both. */
export type Claim = Unit | 'full';

/** Hours of the day, in the business time zone. */
export interface Hours {
  readonly start: number;
  readonly end: number;
}

export const UNIT_HOURS: Readonly<Record<Unit, Hours>> = {
  am: { start: 7, end: 12 },
  pm: { start: 13, end: 18 },
};

export const OPENING_HOURS: Hours = { start: 7, end: 18 };

export const SESSION_NAMES: Readonly<Record<SessionType, string>> = {
  'half-day': 'Half day',
  'full-day': 'Full day',
};

export function isSessionType(value: unknown): value is SessionType {
  return value === 'half-day' || value === 'full-day';
}

export function unitsOf(claim: Claim): readonly Unit[] {
  return claim === 'full' ? UNITS : [claim];
}

export function claimOf(units: readonly Unit[]): Claim {
  return units.length === 2 ? 'full' : (units[0] ?? 'full');
}

export function sessionTypeOf(claim: Claim): SessionType {
  return claim === 'full' ? 'full-day' : 'half-day';
}

/** Working hours of a claim: a full day has no break at noon. */
export function hoursOf(claim: Claim): Hours {
  return claim === 'full' ? OPENING_HOURS : UNIT_HOURS[claim];
}
