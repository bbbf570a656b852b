import { randomUUID } from 'node:crypto';
import PQueue from 'p-queue';
import type { BookingPhoto, SentPhoto, PhotoSize } from '#shared/booking/photos.ts';
import { Rejected } from '#shared/calls/refusals.ts';
import { type ObjectStorage, StorageError, StorageRefused, StorageUnreachable } from '../../outside/storage/port.ts';
import type { Clock } from '../../process/clock.ts';
import type { Log } from '../../process/log.ts';
import type { Secrets } from '../../process/secrets.ts';
import { Sealer } from '../../web/http/sealing.ts';
import { BoundedQueue } from '../../web/limits/bounded-queue.ts';
import { type PreparedPhoto, UnusablePhoto, preparePhoto } from './prepare-photo.ts';

export const TICKET_MS = 24 * 3_600_000;

/** One after another, because unpacking takes most memory. */
const AT_ONCE = 4;

const WAIT_MS = 10_000;

/** No new photo is accepted after the storage failed: each would wait as long. */
const REST_MS = 10_000;

const READ_AT_ONCE = 24;

export const PHOTOS = 'photos/';

/** Earlier releases stored photos as sent under `raw`; the sweep still has to delete them. */
const PARTS: readonly (PhotoSize | 'raw')[] = ['raw', 'full', 'small'];

const PHOTO_KEY = new RegExp(`^${PHOTOS}([0-9a-f-]{36})/(?:${PARTS.join('|')})$`);

function keyOf(photo: string, part: PhotoSize | 'raw'): string {
  return `${PHOTOS}${photo}/${part}`;
}

export function keysOf(photo: string): string[] {
  return PARTS.map((part) => keyOf(photo, part));
}

/** Null for an object that others put there, such as S3's console for a folder. */
export function photoOfKey(key: string): string | null {
  return PHOTO_KEY.exec(key)?.[1] ?? null;
}

export interface PhotoParts {
  readonly storage: ObjectStorage;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
  readonly secrets: Secrets;
  readonly waitMs?: number;
}

/** Throws `Rejected`: `photos-down` for a failing storage or library or too many waiting, `not-a-photo`, `photo-too-large`. */
export class Photos {
  readonly #sealer: Sealer;
  readonly #storage: ObjectStorage;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #log: Log;
  readonly #waitMs: number;
  readonly #taking = new BoundedQueue({ atOnce: AT_ONCE, refusal: 'photos-down' });
  readonly #unpacking = new PQueue({ concurrency: 1 });
  readonly #reading = new PQueue({ concurrency: READ_AT_ONCE });
  #restsUntil = -Infinity;

  constructor({ storage, clock, log, secrets, waitMs = WAIT_MS }: PhotoParts) {
    this.#storage = storage;
    this.#clock = clock;
    this.#log = log;
    this.#waitMs = waitMs;
    this.#sealer = new Sealer(secrets);
  }

  /** With a ticket for a day, sealed, so that a browser can name no other photo. */
  withTicket({ id, width, height }: BookingPhoto, ends = this.#clock.now() + TICKET_MS): SentPhoto {
    return { id, width, height, ticket: this.#sealer.seal('photo', { id, width, height, ends }) };
  }

  /** Null for an invalid or expired ticket. */
  openTicket(ticket: string): BookingPhoto | null {
    const found = this.#sealer.open('photo', ticket) as (BookingPhoto & { readonly ends: number }) | null;
    if (found === null || found.ends <= this.#clock.now()) return null;
    return { id: found.id, width: found.width, height: found.height };
  }

  /** Waits its turn; no network can fill the queue. */
  async store(bytes: Uint8Array, network: string | null): Promise<BookingPhoto> {
    const begun = new AbortController();
    const tooLate = setTimeout(() => begun.abort(new Rejected('photos-down')), this.#waitMs);
    const keepInTurn = async () => {
      clearTimeout(tooLate);
      if (this.#clock.now() < this.#restsUntil) throw new Rejected('photos-down');
      return this.#keep(bytes);
    };
    return this.#taking.run(keepInTurn, { network, signal: begun.signal }).finally(() => clearTimeout(tooLate));
  }

  /** A JPEG; null if there is none. */
  async read(id: string, size: PhotoSize): Promise<Uint8Array<ArrayBuffer> | null> {
    const found = await this.#reading.add(() => this.#asking(() => this.#storage.get(keyOf(id, size))));
    return found?.bytes ?? null;
  }

  async #keep(bytes: Uint8Array): Promise<BookingPhoto> {
    const id = randomUUID();
    const { full, small, width, height } = await this.#unpacking.add(() => this.#prepare(bytes));
    const jpeg = { contentType: 'image/jpeg' };
    await this.#asking(async () => {
      await this.#storage.put(keyOf(id, 'full'), full, jpeg);
      await this.#storage.put(keyOf(id, 'small'), small, jpeg);
    });
    return { id, width, height };
  }

  async #asking<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      if (error instanceof StorageUnreachable) this.#restsUntil = this.#clock.now() + REST_MS;
      const level = error instanceof StorageRefused ? 'error' : 'warn';
      this.#log[level]({ err: error }, 'object storage failed for photo');
      throw new Rejected('photos-down');
    }
  }

  async #prepare(bytes: Uint8Array): Promise<PreparedPhoto> {
    try {
      return await preparePhoto(bytes);
    } catch (error) {
      if (error instanceof UnusablePhoto) throw new Rejected(error.refusal);
      this.#log.error({ err: error }, 'image library failed to load');
      throw new Rejected('photos-down');
    }
  }
}
