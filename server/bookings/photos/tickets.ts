import type { BookingPhoto, SentPhoto } from '#shared/booking/photos.ts';
import type { Clock } from '../../process/clock.ts';
import type { Secrets } from '../../process/secrets.ts';
import { Sealer } from '../../web/http/sealing.ts';

export const TICKET_MS = 24 * 3_600_000;

/** Sealed, so that a browser can name no other photo. */
export class PhotoTickets {
  readonly #sealer: Sealer;
  readonly #clock: Pick<Clock, 'now'>;

  constructor({ secrets, clock }: { readonly secrets: Secrets; readonly clock: Pick<Clock, 'now'> }) {
    this.#sealer = new Sealer(secrets);
    this.#clock = clock;
  }

  seal({ id, width, height }: BookingPhoto, ends = this.#clock.now() + TICKET_MS): SentPhoto {
    return { id, width, height, ticket: this.#sealer.seal('photo', { id, width, height, ends }) };
  }

  /** Null for an invalid or expired ticket. */
  open(ticket: string): BookingPhoto | null {
    const found = this.#sealer.open('photo', ticket) as (BookingPhoto & { readonly ends: number }) | null;
    if (found === null || found.ends <= this.#clock.now()) return null;
    return { id: found.id, width: found.width, height: found.height };
  }
}
