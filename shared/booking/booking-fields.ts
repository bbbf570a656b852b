/** Form, schema, events, rows, pages, mails and forgetting follow. Special rules are in `booking-details.ts`. */
import { LIMITS } from '../limits.ts';
import type { BookingStep } from './booking-steps.ts';

type View = 'customer' | 'owner' | 'day-sheet' | 'mail' | 'calendar';

/** `most`: characters. `words`: its name beside a value. */
interface OptionalText {
  readonly most: number;
  readonly term: string;
  readonly views: readonly View[];
}

interface BookingField {
  readonly step: BookingStep;
  readonly kind: 'choice' | 'list' | 'city' | 'line' | 'lines' | 'email' | 'phone';
  readonly label?: string;
  readonly words?: string;
  readonly hint?: string;
  readonly autoComplete?: string;
  /** Encrypted in events, and deleted when its customer is forgotten. */
  readonly isPersonal?: true;
  readonly isCorrectable?: true;
  readonly optional?: OptionalText;
}

/** In the order of the owner's forms. A name is also a column's, so it is one lower-case word. */
export const BOOKING_FIELDS = {
  service: { step: 'length', kind: 'choice' },
  slot: { step: 'day', kind: 'choice' },
  tasks: { step: 'work', kind: 'list' },
  name: {
    step: 'person',
    kind: 'line',
    label: 'Name',
    words: 'name',
    autoComplete: 'name',
    isPersonal: true,
    isCorrectable: true,
  },
  email: {
    step: 'person',
    kind: 'email',
    label: 'Email',
    words: 'email address',
    hint: 'We’ll send your confirmation here.',
    autoComplete: 'email',
    isPersonal: true,
    isCorrectable: true,
  },
  phone: {
    step: 'person',
    kind: 'phone',
    label: 'Phone',
    words: 'phone number',
    hint: 'In case we need to reach you on the day.',
    autoComplete: 'tel',
    isPersonal: true,
    isCorrectable: true,
  },
  area: {
    step: 'place',
    kind: 'city',
    label: 'City',
    words: 'city',
    autoComplete: 'address-level2',
    isCorrectable: true,
  },
  address: {
    step: 'place',
    kind: 'line',
    label: 'Street address',
    words: 'street address',
    hint: 'Number, street, and unit. The city is above.',
    autoComplete: 'address-line1',
    isPersonal: true,
    isCorrectable: true,
  },
  gate: {
    step: 'place',
    kind: 'line',
    label: 'Gate code or how to get in',
    words: 'gate code',
    hint: 'A code, a buzzer, a side door. Leave it empty if we can just knock.',
    isPersonal: true,
    isCorrectable: true,
    optional: { most: 200, term: 'Getting in', views: ['customer', 'owner', 'day-sheet'] },
  },
  notes: {
    step: 'work',
    kind: 'lines',
    label: 'Notes',
    words: 'notes',
    hint: `Sizes, brands, what broke; parking and pets. Up to ${LIMITS.notes} characters.`,
    isPersonal: true,
    optional: { most: LIMITS.notes, term: 'Notes', views: ['customer', 'owner', 'day-sheet', 'mail', 'calendar'] },
  },
  photos: { step: 'work', kind: 'list' },
} as const satisfies Readonly<Record<Lowercase<string>, BookingField>>;

export type BookingFieldName = keyof typeof BOOKING_FIELDS;
type NamesOf<Shape> = {
  [Name in BookingFieldName]: (typeof BOOKING_FIELDS)[Name] extends Shape ? Name : never;
}[BookingFieldName];
export type ListField = NamesOf<{ readonly kind: 'list' }>;
export type TextField = NamesOf<{ readonly label: string }>;
export type PersonalField = NamesOf<{ readonly isPersonal: true }>;
export type CorrectedField = NamesOf<{ readonly isCorrectable: true }>;
export type OptionalField = NamesOf<{ readonly optional: object }>;

export const fieldOf = (name: BookingFieldName): BookingField => BOOKING_FIELDS[name];

export const BOOKING_FIELD_NAMES = Object.keys(BOOKING_FIELDS) as BookingFieldName[];
const having = (part: keyof BookingField) => BOOKING_FIELD_NAMES.filter((name) => fieldOf(name)[part]);
export const TEXT_FIELDS = having('label') as TextField[];
export const PERSONAL_FIELDS = having('isPersonal') as PersonalField[];
export const CORRECTED_FIELDS = having('isCorrectable') as CorrectedField[];
export const OWNERS_FIELDS = [...new Set<CorrectedField>(['name', 'phone', ...CORRECTED_FIELDS])];
export const OPTIONAL_FIELDS = having('optional') as OptionalField[];

/** Optional texts are absent in older events and forms. */
type Texts<Name extends TextField> = Readonly<
  Record<Exclude<Name, OptionalField>, string> & Partial<Record<Name & OptionalField, string>>
>;

/** The email address is empty if the customer gave none on the phone. */
export type PersonalDetails = Texts<PersonalField>;

export type CorrectableDetails = Texts<CorrectedField>;

export function forEachField<Name extends string, Value>(names: readonly Name[], valueOf: (name: Name) => Value) {
  return Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<Name, Value>;
}

export function pickFields<Values, Name extends keyof Values & string>(names: readonly Name[], values: Values) {
  return forEachField(
    names.filter((name) => values[name] !== undefined),
    (name) => values[name],
  ) as Pick<Values, Name>;
}

export function optionalAnswers(view: View, details: Texts<OptionalField>) {
  return OPTIONAL_FIELDS.flatMap((name) => {
    const { term, views }: OptionalText = BOOKING_FIELDS[name].optional;
    const value = details[name] ?? '';
    return value !== '' && views.includes(view) ? [{ name, term, value }] : [];
  });
}

export function fieldWords(names: readonly BookingFieldName[]): string {
  return new Intl.ListFormat('en-US').format(names.map((name) => fieldOf(name).words ?? name));
}

export const PERSONAL_WORDS = fieldWords(PERSONAL_FIELDS);
