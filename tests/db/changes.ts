/** Changes to tell stories with. A booking's person is a new one unless named. */
import { bookingTimeAt } from '#events/business-time.ts';
import type { IdempotentCommand } from '#db/change.ts';
import { bookingStream } from '#events/booking/booking.ts';
import type { PersonalDetails } from '#shared/booking/booking-fields.ts';
import { dayStream } from '#events/day.ts';
import { forgetCustomer } from '#events/booking/forgetting.ts';
import { expireHold, holdSlot } from '#events/booking/holding.ts';
import { capturePayment } from '#events/booking/paying.ts';
import type { Refusal } from '#events/refusal.ts';
import { type CivilDate, addDays } from '#shared/civil-date.ts';
import type { Claim } from '#shared/booking/session-type.ts';
import { DATE, NOW, PERSONAL, ZONE, context, payment, request } from '../events/facts.ts';

export const CAUSE = { correlation: 'a test' };

/** Two hundred years: no date of these stories is too far. */
const TIME = bookingTimeAt({ now: NOW, timeZone: ZONE, windowDays: 73_000 });

/** The date this many days after the first. */
export function day(index: number): CivilDate {
  return addDays(DATE, index);
}

interface Holding {
  readonly date?: CivilDate;
  readonly claim?: Claim;
  readonly personal?: PersonalDetails;
  readonly person?: string;
  readonly once?: IdempotentCommand;
  readonly authorize?: () => Refusal | null;
}

function streams(booking: string, date: CivilDate) {
  return { booking: bookingStream(booking), day: dayStream(date) };
}

type States = Parameters<typeof holdSlot>[0];

const allowsEveryCaller = () => null;

export function hold(
  booking: string,
  { date = DATE, claim = 'am', personal = PERSONAL, person, once, authorize = allowsEveryCaller }: Holding = {},
) {
  return {
    streams: streams(booking, date),
    decide: (states: States, newPerson: string) =>
      holdSlot(states, request(claim, { booking, date, person: person ?? newPerson, personal, time: TIME })),
    cause: CAUSE,
    ...(once && { once: { ...once, authorize } }),
  };
}

export function lapse(booking: string, date: CivilDate = DATE) {
  const expiry = { booking, cause: 'replaced', closed: [], now: NOW } as const;
  return { streams: streams(booking, date), decide: (states: States) => expireHold(states, expiry), cause: CAUSE };
}

export function pay(booking: string, { date = DATE, claim = 'am' }: Pick<Holding, 'date' | 'claim'> = {}) {
  const paid = payment(claim, { payment: `${booking}-payment` });
  return {
    streams: streams(booking, date),
    decide: (states: States) => capturePayment(states, paid, { ...context(), booking }),
    cause: CAUSE,
  };
}

export function forget(booking: string) {
  return {
    streams: { booking: bookingStream(booking) },
    decide: (states: Pick<States, 'booking'>) => forgetCustomer(states, ''),
    cause: CAUSE,
  };
}

/** Many events in a held booking's stream, in one change. */
export function openMany(booking: string, count: number) {
  return {
    streams: { booking: bookingStream(booking) },
    decide: () => ({
      booking: Array.from({ length: count }, (_, index) => ({
        type: 'CheckoutOpened' as const,
        data: { checkout: `${booking}-${index + 1}`, attempt: index + 1 },
      })),
    }),
    cause: CAUSE,
  };
}

/** A change whose decision ignores sold units: it records the day's events in any state. */
export function sellAnyway(booking: string, date: CivilDate = DATE) {
  return {
    streams: { day: dayStream(date) },
    decide: () => ({ day: [{ type: 'UnitsConfirmed' as const, data: { booking, units: ['am'] as const } }] }),
    cause: CAUSE,
  };
}

/** A change whose decision fails. */
export function stumble(booking: string) {
  return {
    streams: { booking: bookingStream(booking) },
    decide: (): never => {
      throw new Error('a mistake in a rule');
    },
    cause: CAUSE,
  };
}
