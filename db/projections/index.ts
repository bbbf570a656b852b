import { attention } from './attention.ts';
import { availability } from './availability.ts';
import { bookings } from './bookings.ts';
import { refills } from './refills.ts';
import { users } from './users.ts';

/** Every read model, by name. */
export const projections = { attention, availability, bookings, refills, users };

export type ProjectionName = keyof typeof projections;

export function isProjectionName(name: string): name is ProjectionName {
  return Object.hasOwn(projections, name);
}
