import type { BookingPhoto, SentPhoto } from '#shared/booking/photos.ts';
import type { Clock } from '../../process/clock.ts';
import type { Secrets } from '../../process/secrets.ts';
import { Sealer } from '../../web/http/sealing.ts';

export const TICKET_MS = 24 * 3_600_000;

const UPLOAD_MS = 15 * 60_000;

interface Sealed {
  readonly ends: number;
}

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
    const found = this.#open('photo', ticket) as (BookingPhoto & Sealed) | null;
    return found && { id: found.id, width: found.width, height: found.height };
  }

  sealUpload(id: string): string {
    return this.#sealer.seal('photo upload', { id, ends: this.#clock.now() + UPLOAD_MS });
  }

  openUpload(upload: string): string | null {
    return (this.#open('photo upload', upload) as { readonly id: string } | null)?.id ?? null;
  }

  #open(purpose: string, text: string): Sealed | null {
    const opened = this.#sealer.open(purpose, text) as Sealed | null;
    return opened !== null && opened.ends > this.#clock.now() ? opened : null;
  }
}
