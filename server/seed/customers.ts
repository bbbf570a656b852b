import { SERVICES } from '#shared/business/catalogue.ts';
import { CITIES, type City } from '#shared/business/cities.ts';
import type { SeededRandom } from './seeded-random.ts';

export const OWNER = {
  name: 'Olive Marsh',
  email: 'owner@example.com',
  password: 'a blue ladder by the lemon tree',
} as const;

export const CUSTOMER_PASSWORD = 'copper kettle on a maple ladder';

/** Addresses at example.com and numbers from 555-0100 to 555-0199 belong to no person. */
export interface Customer {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly address: string;
  readonly area: City;
  hasRegistered: boolean;
  /** Null for a guest. */
  account: string | null;
}

const FIRST_NAMES = ['James', 'Mary', 'Carlos', 'Linda', 'David', 'Rosa', 'Daniel', 'Helen', 'Luis', 'Emily', 'Ryan'];
const LAST_NAMES = ['Smith', 'Garcia', 'Jones', 'Nguyen', 'Miller', 'Lopez', 'Moore', 'Kim', 'Clark', 'Patel', 'Hill'];
const INITIALS = 'A B C D E F G H J K L M N P R S T W'.split(' ');
const STREETS = ['Olive Street', 'Laguna Avenue', 'Poli Street', 'Ash Lane', 'Foothill Road', 'Seaward Avenue'];
const NOTES = ['', '', 'Please ring twice.', 'The gate code is 4417.', 'The dog is friendly.', 'Two coats,\nplease.'];

export function randomRequest(random: SeededRandom) {
  return { tasks: [random.pick(SERVICES).slug], notes: random.pick(NOTES) };
}

export function newCustomer(random: SeededRandom, number: number): Customer {
  const [first, last] = [random.pick(FIRST_NAMES), random.pick(LAST_NAMES)];
  return {
    name: `${first} ${random.pick(INITIALS)}. ${last}`,
    email: `${first}.${last}${number}@example.com`.toLowerCase(),
    phone: `(805) 555-01${Math.floor(random.between(10, 100))}`,
    address: `${Math.floor(random.between(100, 9900))} ${random.pick(STREETS)}`,
    area: random.pick(CITIES),
    hasRegistered: false,
    account: null,
  };
}
