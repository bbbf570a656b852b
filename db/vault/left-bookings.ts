import { accountOf } from '#events/account/account.ts';
import { bookingOf } from '#events/booking/booking.ts';
import type { EventRow } from '../log/event-log.ts';

/**
 * Finds bookings of deleted accounts whose customers were neither forgotten nor kept. Must be given the events of the whole log,
 * in order.
 */
export class LeftBookingCheck {
  readonly #accountOf = new Map<string, string>();
  readonly #deleted = new Set<string>();

  take({ type, stream, data }: Pick<EventRow, 'type' | 'stream' | 'data'>): void {
    if (type === 'SlotHeld' || type === 'BookingClaimed') {
      const { account } = JSON.parse(data) as { readonly account?: string | null };
      if (account) this.#accountOf.set(bookingOf(stream), account);
    } else if (type === 'VisitKept' || type === 'CustomerForgotten') this.#accountOf.delete(bookingOf(stream));
    else if (type === 'AccountDeleted') this.#deleted.add(accountOf(stream));
  }

  /** Their ids, in the order in which they were held or adopted. */
  get left(): string[] {
    return [...this.#accountOf].filter(([, account]) => this.#deleted.has(account)).map(([booking]) => booking);
  }
}
