import { randomUUIDv7 } from 'node:crypto';
import type { Cause } from '#db/change.ts';
import { isAdmin, rolesStream } from '#events/account/roles.ts';
import { whenOwnerCanBook } from '#events/business-time.ts';
import { newBookingStream } from '#events/booking/booking.ts';
import { type PhoneRequest, bookByPhone } from '#events/booking/phone-booking.ts';
import { type UnitState, areFree, dayStream } from '#events/day.ts';
import { refuse } from '#events/refusal.ts';
import type { AccountInput } from '#shared/account/account-fields.ts';
import type { Slot } from '#shared/booking/availability.ts';
import { referenceOf } from '#shared/booking/reference.ts';
import {
  ALL_SESSION_TYPES,
  type Claim,
  type SessionType,
  type Unit,
  UNITS,
  claimsOf,
  unitsOf,
} from '#shared/booking/session-type.ts';
import { Rejected } from '#shared/calls/refusals.ts';
import { type CivilDate, addDays, daysBetween } from '#shared/civil-date.ts';
import type { OpenTimes } from '#shared/owner/phone-booking.ts';
import { OWNER_WINDOW_DAYS } from '#shared/owner/schedule.ts';
import { knownDays } from '../bookings/availability/availability.ts';
import { withOpenForfeitures } from '../bookings/changing/forfeited.ts';
import { grouped } from '../bookings/changing/grouped-streams.ts';
import { type BookingDependencies, bookingTime } from '../bookings/dependencies.ts';

type Dependencies = Pick<BookingDependencies, 'store' | 'clock' | 'config'>;

type Details = Omit<AccountInput<'bookByPhone'>, 'key'>;

function whyTaken(unit: Unit, state: UnitState): string[] {
  switch (state.kind) {
    case 'free':
      return [];
    case 'closed':
      return [`The ${UNITS[unit].words} is closed. Open it on the schedule first.`];
    case 'held':
      return [`The ${UNITS[unit].words} is held by ${referenceOf(state.booking)}, who may be paying right now.`];
    case 'booked':
      return [`The ${UNITS[unit].words} is booked: ${referenceOf(state.booking)}.`];
  }
}

/** Names the booking that has the time. */
async function withReason({ store }: Dependencies, { date, claim }: Details, error: unknown): Promise<unknown> {
  if (!(error instanceof Rejected) || error.refusal !== 'slot-taken') return error;
  const day = await store.stateOf(dayStream(date));
  const reasons = unitsOf(claim).flatMap((unit) => whyTaken(unit, day[unit]));
  return new Rejected('slot-taken', { fields: { claim: [...new Set(reasons)].join(' ') } });
}

/**
 * The same key and body resolve with the same booking. Throws `Rejected`: `slot-taken`, `too-soon`, `too-far`, `key-reused`, and
 * `not-allowed` for a former admin.
 */
export async function bookForCaller(
  dependencies: Dependencies,
  { key, admin, ...details }: Details & { readonly key: string; readonly admin: string },
  cause: Cause,
): Promise<string> {
  const { store } = dependencies;
  const id = randomUUIDv7();
  const { date, claim, area, tasks, ...personal } = details;
  const request = (person: string): PhoneRequest => {
    return { booking: id, date, claim, area, tasks, person, personal, admin, time: bookingTime(dependencies) };
  };
  try {
    const { earlier } = await withOpenForfeitures(store, [date], (forfeited) =>
      store.change(
        grouped({
          streams: { booking: newBookingStream(id), day: dayStream(date), roles: rolesStream },
          groups: { forfeited },
          decide: (states, newPerson) => bookByPhone(states, request(newPerson)),
          cause,
          once: {
            key: `phone:${key}`,
            body: JSON.stringify(details),
            answer: { booking: id },
            authorize: ({ roles }) => (isAdmin(roles, admin) ? null : refuse('not-allowed')),
          },
        }),
      ),
    );
    return earlier ? (earlier.answer as { readonly booking: string }).booking : id;
  } catch (error) {
    throw await withReason(dependencies, details, error);
  }
}

const OFFERED: Readonly<Record<SessionType, number>> = { 'half-day': 4, 'full-day': 1 };

/** The first from a date on, not before today. */
export async function openTimes(dependencies: Dependencies, asked: CivilDate | undefined): Promise<OpenTimes> {
  const time = bookingTime(dependencies);
  const { today } = time;
  const from = asked && asked > today ? asked : today;
  const count = daysBetween(from, addDays(today, OWNER_WINDOW_DAYS)) + 1;
  const days = count > 0 ? await knownDays(dependencies, { from, count }, time) : [];
  const open = (claims: readonly Claim[]): Slot[] =>
    days.flatMap(({ day: { date }, state }) => {
      const isOpen = (claim: Claim) => {
        const units = unitsOf(claim);
        return areFree(state, units) && whenOwnerCanBook(date, units, time) === 'open';
      };
      return claims.filter(isOpen).map((claim) => ({ date, claim }));
    });
  const slots = ALL_SESSION_TYPES.flatMap((type) => open(claimsOf(type)).slice(0, OFFERED[type]));
  return { today, slots: slots.toSorted((one, other) => (one.date < other.date ? -1 : Number(one.date > other.date))) };
}
