/** What is sold (SPEC.md sections 1 and 9). Prices are in `prices.ts`. */

/** Hours of the day, in the business time zone. */
export interface Hours {
  readonly start: number;
  readonly end: number;
}

export const UNITS = {
  am: { words: 'morning', hours: { start: 7, end: 12 } },
  pm: { words: 'afternoon', hours: { start: 13, end: 18 } },
} as const;
export type Unit = keyof typeof UNITS;
export const ALL_UNITS = Object.keys(UNITS) as Unit[];

/** Claims: units of a date that one visit takes. `short`: for narrow space. `days`: for several dates. */
export const SESSION_TYPES = {
  'half-day': {
    label: 'Half day',
    words: 'a half day',
    claims: {
      am: { label: 'Morning', short: 'am', days: 'Mornings', units: ['am'] },
      pm: { label: 'Afternoon', short: 'pm', days: 'Afternoons', units: ['pm'] },
    },
  },
  'full-day': {
    label: 'Full day',
    words: 'a full day',
    claims: { full: { label: 'Full day', short: 'day', days: 'Whole days', units: ['am', 'pm'] } },
  },
} as const;
export type SessionType = keyof typeof SESSION_TYPES;
export const ALL_SESSION_TYPES = Object.keys(SESSION_TYPES) as [SessionType, SessionType];

export type Claim = { [Type in SessionType]: keyof (typeof SESSION_TYPES)[Type]['claims'] }[SessionType];
export const WHOLE_DAY: Claim = 'full';

interface ClaimEntry {
  readonly label: string;
  readonly short: string;
  readonly days: string;
  readonly units: readonly Unit[];
}

export function claimsOf(service: SessionType): readonly Claim[] {
  return Object.keys(SESSION_TYPES[service].claims) as Claim[];
}

export const ALL_CLAIMS = ALL_SESSION_TYPES.flatMap(claimsOf);

export const CLAIMS = Object.assign(
  {},
  ...ALL_SESSION_TYPES.map((service) => SESSION_TYPES[service].claims),
) as Readonly<Record<Claim, ClaimEntry>>;

export function isSessionType(value: unknown): value is SessionType {
  return (ALL_SESSION_TYPES as unknown[]).includes(value);
}

export function isClaim(value: unknown): value is Claim {
  return (ALL_CLAIMS as unknown[]).includes(value);
}

export function unitsOf(claim: Claim): readonly Unit[] {
  return CLAIMS[claim].units;
}

export function isWholeDay(claim: Claim): boolean {
  return unitsOf(claim).length > 1;
}

export function claimOf(units: readonly Unit[]): Claim {
  return ALL_CLAIMS.find((claim) => unitsOf(claim).join() === units.join()) ?? WHOLE_DAY;
}

export function sessionTypeOf(claim: Claim): SessionType {
  return ALL_SESSION_TYPES.find((service) => claimsOf(service).includes(claim))!;
}

function spanOf(units: readonly Unit[]): Hours {
  return { start: UNITS[units[0]!].hours.start, end: UNITS[units.at(-1)!].hours.end };
}

/** A full day has no break at noon. */
export function hoursOf(claim: Claim): Hours {
  return spanOf(unitsOf(claim));
}

export const OPENING_HOURS = spanOf(ALL_UNITS);

export function eachUnit<Value>(valueOf: (unit: Unit) => Value): Readonly<Record<Unit, Value>> {
  return Object.fromEntries(ALL_UNITS.map((unit) => [unit, valueOf(unit)])) as Record<Unit, Value>;
}

export function eachSessionType<Value>(valueOf: (service: SessionType) => Value): Readonly<Record<SessionType, Value>> {
  return Object.fromEntries(ALL_SESSION_TYPES.map((type) => [type, valueOf(type)])) as Record<SessionType, Value>;
}
