import { hasDataLayer, push } from './data-layer.ts';

const STORED = 'bookings-counted';

/** For browsers that refuse to store anything. */
const reported = new Set<string>();

function isNew(id: string): boolean {
  if (reported.has(id)) return false;
  reported.add(id);
  try {
    const known = (localStorage.getItem(STORED) ?? '').split(' ');
    if (known.includes(id)) return false;
    localStorage.setItem(STORED, [...known, id].slice(-20).join(' ').trim());
  } catch {
    // Storage is refused: a booking is reported once for each document.
  }
  return true;
}

/** Once for each booking. */
export function reportCompletedBooking(): void {
  const { bookingService, bookingMethod, bookingId, bookingValue } =
    document.querySelector<HTMLElement>('[data-booking-id]')?.dataset ?? {};
  if (bookingId === undefined || !hasDataLayer() || !isNew(bookingId)) return;
  push({
    event: 'booking_completed',
    booking_service: bookingService ?? '',
    booking_method: bookingMethod ?? '',
    booking_event_id: bookingId,
    // SPEC.md section 9: without a known price it is 0.
    value: Number(bookingValue) || 0,
    currency: 'USD',
  });
}
