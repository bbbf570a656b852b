/** Made-up customers. Their addresses at example.com and their numbers from 555-0100 to 555-0199 belong to no person. */
import { SERVICES } from '#shared/business/catalogue.ts';
import { CITIES, type City } from '#shared/business/cities.ts';
import type { Chance } from './chance.ts';

export interface Customer {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly address: string;
  readonly area: City;
  /** The id of their account; null for a guest. */
  account: string | null;
  isRegistered: boolean;
  /** Whether they can book: the account is confirmed, and neither disabled nor deleted. */
  isAround: boolean;
}

const FIRST_NAMES =
  'James Mary Robert Patricia John Jennifer Michael Linda David Elizabeth William Barbara Richard Susan Joseph Jessica Thomas Karen Carlos Sarah Daniel Nancy Matthew Lisa Anthony Sandra Mark Ashley Luis Emily Steven Kimberly Andrew Donna Paul Michelle Joshua Carol Kenneth Amanda Kevin Melissa Brian Deborah Timothy Stephanie Jorge Rebecca Jeffrey Laura Ryan Helen Jacob Cynthia Gary Amy Eric Angela Jonathan Maria Stephen Grace Miguel Ruth Justin Olivia Scott Rosa Brandon Alice Benjamin Julia Samuel Sofia Raymond Megan Alexander Hannah Diego Carmen'.split(
    ' ',
  );
const LAST_NAMES =
  'Smith Johnson Williams Brown Jones Garcia Miller Davis Rodriguez Martinez Hernandez Lopez Gonzalez Wilson Anderson Thomas Taylor Moore Jackson Martin Lee Perez Thompson White Harris Sanchez Clark Ramirez Lewis Robinson Walker Young Allen King Wright Scott Torres Nguyen Hill Flores Green Adams Nelson Baker Hall Rivera Campbell Mitchell Carter Roberts Gomez Phillips Evans Turner Diaz Parker Cruz Edwards Collins Reyes Stewart Morris Morales Murphy Cook Rogers Gutierrez Ortiz Morgan Cooper Peterson Bailey Reed Kelly Howard Ramos Kim Cox Ward Richardson Watson Brooks Chavez Wood Bennett Gray Mendoza Ruiz Hughes Price Alvarez Castillo Sanders Patel Myers Long Ross Foster Jimenez'.split(
    ' ',
  );
const STREETS =
  'Olive, Anacapa, Chapala, Castillo, Bath, Laguna, Garden, Alisos, Milpas, Quarantina, Salsipuedes, Cota, Haley, Ortega, Figueroa, Victoria, Sola, Micheltorena, Arrellaga, Valerio, Main, Oak, Poli, Ash, Kalorama, Thompson, Seaward, Telegraph, Loma Vista, Foothill, Hillcrest, Lynn, Janss, Ponderosa, Santa Rosa, Las Posas, Moorpark, Borchard, Wendy, Lindero, Kanan'.split(
    ', ',
  );
const STREET_KINDS = ['Street', 'Street', 'Avenue', 'Road', 'Drive', 'Lane', 'Court', 'Way'];
const NOTES = [
  'Please ring twice.',
  'The gate code is 4417.',
  'Park in the driveway.',
  'The dog is friendly.',
  'Use the side door, the bell is broken.',
  'The garage is open from 7.',
  'Call when you are ten minutes away.',
  'The paint is in the hall closet.\nTwo coats, please.',
  'The new faucet is still in its box.',
];

/** A customer who has not booked or registered before; `number` makes the email address unique. */
function newCustomer(chance: Chance, number: number): Customer {
  const first = chance.pick(FIRST_NAMES);
  const last = chance.pick(LAST_NAMES);
  const domain = chance.share({ 'example.com': 0.6, 'example.net': 0.25, 'example.org': 0.15 });
  return {
    name: `${first} ${last}`,
    email: `${first}.${last}${number}@${domain}`.toLowerCase(),
    phone: `(805) 555-01${String(chance.below(100)).padStart(2, '0')}`,
    address: addressOf(chance),
    area: chance.pick(CITIES),
    account: null,
    isRegistered: false,
    isAround: true,
  };
}

function addressOf(chance: Chance): string {
  const street = `${100 + chance.below(9800)} ${chance.pick(STREETS)} ${chance.pick(STREET_KINDS)}`;
  return chance.happens(0.2) ? `${street}, Apt ${1 + chance.below(40)}` : street;
}

/** What a customer wants to have done. */
export function wishOf(chance: Chance) {
  const tasks = new Set(Array.from({ length: 1 + chance.below(3) }, () => chance.pick(SERVICES).slug));
  return { tasks: [...tasks], notes: chance.happens(0.4) ? chance.pick(NOTES) : '' };
}

/** How many guests are remembered to come back. */
const GUESTS = 300;

/** The customers of a story: those with an account, and the latest guests. */
export class Customers {
  readonly #chance: Chance;
  readonly #withAccount: Customer[] = [];
  readonly #guests: Customer[] = [];
  #made = 0;

  constructor(chance: Chance) {
    this.#chance = chance;
  }

  newcomer(): Customer {
    return newCustomer(this.#chance, (this.#made += 1));
  }

  /** A guest who has booked before and did not register, if there is one; else a newcomer. */
  formerGuest(): Customer {
    const guests = this.#guests.filter(({ isRegistered }) => !isRegistered);
    return guests.length > 0 ? this.#chance.pick(guests) : this.newcomer();
  }

  /** A visitor who is about to book. */
  visitor(): Customer {
    const kind = this.#chance.share({ account: 0.5, guest: 0.35, formerGuest: 0.15 });
    const known = kind === 'account' ? this.#known() : null;
    if (known) return known;
    if (kind === 'formerGuest') return this.formerGuest();
    return this.#newGuest();
  }

  #newGuest(): Customer {
    const guest = this.newcomer();
    if (this.#guests.length < GUESTS) this.#guests.push(guest);
    else this.#guests[this.#chance.below(GUESTS)] = guest;
    return guest;
  }

  /** Adds a customer whose account was confirmed. */
  addAccount(customer: Customer): void {
    this.#withAccount.push(customer);
  }

  #known(): Customer | null {
    if (this.#withAccount.length === 0) return null;
    const customer = this.#chance.pick(this.#withAccount);
    return customer.isAround ? customer : null;
  }
}
