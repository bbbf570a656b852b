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
  /** Bookings whose customer is forgotten or whose visit is kept. */
  readonly #settled = new Set<string>();

  take({ type, stream, data }: Pick<EventRow, 'type' | 'stream' | 'data'>): void {
    if (type === 'SlotHeld' || type === 'BookingClaimed') {
      const { account } = JSON.parse(data) as { readonly account?: string | null };
      if (account) this.#accountOf.set(bookingOf(stream), account);
    } else if (type === 'VisitKept' || type === 'CustomerForgotten') this.#settled.add(bookingOf(stream));
    else if (type === 'AccountDeleted') this.#takeDeletion(accountOf(stream), data);
  }

  /** Their ids, in the order in which they were held or adopted. */
  get left(): string[] {
    return [...this.#accountOf]
      .filter(([booking, account]) => this.#deleted.has(account) && !this.#settled.has(booking))
      .map(([booking]) => booking);
  }

  /** Also the guest bookings with its addresses that the deletion names, unless another account has adopted them. */
  #takeDeletion(account: string, data: string): void {
    this.#deleted.add(account);
    for (const booking of (JSON.parse(data) as { readonly bookings: readonly string[] }).bookings)
      if (!this.#accountOf.has(booking)) this.#accountOf.set(booking, account);
  }
}
