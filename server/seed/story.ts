import { randomUUID } from 'node:crypto';
import type { Cause } from '#db/change.ts';
import { civilDateAt, instantOf } from '#events/business-time.ts';
import { Agenda } from './agenda.ts';
import { Chance } from './chance.ts';
import { Customers } from './customers.ts';
import type { Shop } from './shop.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** What every part of the story works with. */
export interface Story {
  readonly shop: Shop;
  readonly agenda: Agenda;
  readonly chance: Chance;
  readonly customers: Customers;
  /** The first and the last instant, in milliseconds. */
  readonly start: number;
  readonly end: number;
  /** When the last day begins. What happens before does not depend on the hour at which the story ends. */
  readonly lastDay: number;
  /** How many bookings it is to have. */
  readonly bookings: number;
  /** What was made so far. */
  readonly made: { bookings: number; users: number };
  /** What the owner finds open in the end, as soon as it is arranged. */
  readonly isArranged: { failingRefund: boolean; refusedMail: boolean };
  /** The id of the owner's account. */
  owner: string;
}

type Frame = Pick<Story, 'start' | 'end' | 'lastDay' | 'bookings'>;

export function newStory(shop: Shop, { seed, ...frame }: Frame & { readonly seed: number }): Story {
  const chance = new Chance(seed);
  const customers = new Customers(chance);
  return {
    shop,
    agenda: new Agenda(),
    chance,
    customers,
    ...frame,
    made: { bookings: 0, users: 0 },
    isArranged: { failingRefund: false, refusedMail: false },
    owner: '',
  };
}

/** The cause of one command of the story. */
export function newCause(): Cause {
  return { correlation: randomUUID() };
}

/** Hours at which customers are awake. */
const AWAKE = { from: 7, to: 22 };

/** An instant between two others at which customers are awake, unless all of the time between them is at night. */
export function awakeBetween({ shop, chance }: Pick<Story, 'shop' | 'chance'>, from: number, to: number): number {
  const at = Math.round(chance.between(from, to));
  const { timeZone } = shop.config;
  const midnight = instantOf(civilDateAt(at, timeZone), 0, timeZone);
  const hour = (at - midnight) / HOUR;
  if (hour >= AWAKE.from && hour < AWAKE.to) return at;
  const awake = midnight + chance.between(AWAKE.from, AWAKE.to) * HOUR;
  return Math.min(Math.max(awake, from), to);
}

/** So many instants of a story at which customers are awake, in order. Those of the last day are moved before its end. */
export function instantsOf(story: Story, count: number): Float64Array {
  const { start, end, lastDay } = story;
  const shortened = (at: number) => (at < lastDay ? at : lastDay + ((at - lastDay) * (end - lastDay)) / DAY);
  const instants = Float64Array.from({ length: count }, () => awakeBetween(story, start + HOUR, lastDay + DAY));
  return instants.map(shortened).toSorted();
}

/** Adds a step for each instant, one after the other: the agenda holds only the next. */
export function addEach({ agenda }: Pick<Story, 'agenda'>, instants: Float64Array, step: () => Promise<unknown>): void {
  const addNext = (index: number) => {
    const at = instants[index];
    if (at === undefined) return;
    agenda.add(at, async () => {
      addNext(index + 1);
      await step();
    });
  };
  addNext(0);
}
