import { availability } from './availability.ts';
import { bounces } from './bounces.ts';
import { bookings } from './bookings.ts';
import { dismissals } from './dismissals.ts';
import { payments } from './payments.ts';
import type { Projection } from './projection.ts';
import { refills } from './refills.ts';
import { users } from './users.ts';

export const projections = { availability, bookings, bounces, dismissals, payments, refills, users };

export type ProjectionName = keyof typeof projections;

export type Rows = {
  readonly [Name in ProjectionName]: (typeof projections)[Name] extends Projection<infer Row> ? Row : never;
};
