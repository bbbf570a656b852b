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
    const taken = await idsByReference(store.read.bookings, referenceOf(id)).catch(orNone);
    if (taken.length === 0) return id;
  }
}

function orNone(error: unknown): string[] {
  if (isUnavailable(error)) return [];
  throw error;
}
