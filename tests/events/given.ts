import { type BookingEvent, bookingType } from '#events/booking/booking.ts';
import { type DayEvent, dayType } from '#events/day.ts';
import { fold } from '#events/event.ts';
import type { BookingAndDay } from '#events/booking/holding.ts';

/** What has been recorded in the two streams a decision about a booking reads. */
export interface Past {
  readonly booking?: readonly BookingEvent[];
  readonly day?: readonly DayEvent[];
}

/** A decision or an evolve that changes what it was given throws. */
export function frozen<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) frozen(part);
  }
  return value;
}

/** Given these facts, in order, when this is decided: answers what is recorded, or the refusal. */
export function given(...pasts: readonly Past[]) {
  const booking = frozen(pasts.flatMap((past) => past.booking ?? []));
  const day = frozen(pasts.flatMap((past) => past.day ?? []));
  const state: BookingAndDay = frozen({ booking: fold(bookingType, booking), day: fold(dayType, day) });
  return {
    state,
    when<Outcome>(decide: (state: BookingAndDay) => Outcome): Outcome {
      return decide(state);
    },
  };
}
