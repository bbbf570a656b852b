import { type BookingEvent, bookingFacts } from './booking-facts.ts';
import { type Booking, type BookingState, type RefundCause, centsLeft, keptPayments } from './booking-state.ts';
import type { Stream } from '../event.ts';
import { stream } from '../stream.ts';

export type { BookingEvent, BookingEventOf } from './booking-facts.ts';
export * from './booking-state.ts';

export interface OneBooking {
  readonly booking: BookingState;
}

export interface BookingEvents {
  readonly booking: readonly BookingEvent[];
}

export const bookingType = stream('booking', null as BookingState, bookingFacts);

export function bookingStream(id: string): Stream<BookingState, BookingEvent> {
  return { name: `booking-${id}`, type: bookingType };
}

export function newBookingStream(id: string): Stream<BookingState, BookingEvent> {
  return { ...bookingStream(id), isNew: true };
}

export function bookingOf(stream: string): string {
  return stream.slice(bookingType.category.length + 1);
}

/** Refunds every kept payment, even if nothing seems to be left, because only the provider knows. */
export function refundAll(booking: Booking, cause: RefundCause, admin?: string): BookingEvent[] {
  return keptPayments(booking).map((kept) => {
    const { payment, currency, isOutside: outside } = kept;
    const asked = { payment, amount: centsLeft(kept), currency, cause, ...(admin !== undefined && { admin }) };
    return { type: 'RefundRequested', data: { ...asked, ...(outside && { outside }) } };
  });
}
