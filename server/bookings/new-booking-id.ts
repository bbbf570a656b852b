import { randomUUIDv7 } from 'node:crypto';
import { idsByReference } from '#db/projections/bookings.ts';
import { isUnavailable } from '#db/read-model-faults.ts';
import { referenceOf } from '#shared/reference.ts';
import type { BookingDependencies } from './dependencies.ts';

/**
 * An id for a new booking, whose reference no booking has. While the read models are being made nobody can be asked, and two would be
 * the same once in five hundred billion.
 */
export async function newBookingId(
  { store }: Pick<BookingDependencies, 'store'>,
  draw: () => string = randomUUIDv7,
): Promise<string> {
  for (;;) {
    const id = draw();
    if (!(await isTaken(store, referenceOf(id)))) return id;
  }
}

async function isTaken(store: BookingDependencies['store'], reference: string): Promise<boolean> {
  try {
    return (await idsByReference(store.read.bookings, reference)).length > 0;
  } catch (error) {
    if (isUnavailable(error)) return false;
    throw error;
  }
}
