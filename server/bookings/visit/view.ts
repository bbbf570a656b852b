import type { BookingRow } from '#db/projections/booking-row.ts';
import type { BookingView } from '#shared/booking/booking-view.ts';

export function bookingView<Field extends keyof BookingView>(
  { id: eventId, status: state, free_changes_through, held_at, price, method, tasks, ...row }: BookingRow,
  fields: readonly Field[],
): Pick<BookingView, Field> {
  const view: BookingView = {
    ...row,
    eventId,
    state,
    tasks: JSON.parse(tasks) as string[],
    priceCents: price,
    isPaidOutside: method === 'owner',
    freeChangesThrough: free_changes_through,
    bookedAt: held_at,
  };
  return Object.fromEntries(fields.map((field) => [field, view[field]])) as Pick<BookingView, Field>;
}
