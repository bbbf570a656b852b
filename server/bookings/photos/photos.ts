import { randomUUID } from 'node:crypto';
import PQueue from 'p-queue';
import { type BookingPhoto, MOST_PHOTO_BYTES, type PhotoSize, type PhotoType } from '#shared/booking/photos.ts';
import { Rejected } from '#shared/calls/refusals.ts';
import {
  type ObjectStorage,
  type PresignedPost,
  StorageError,
  StorageRefused,
  StorageUnreachable,
} from '../../outside/storage/port.ts';
import type { Clock } from '../../process/clock.ts';
import type { Log } from '../../process/log.ts';
import type { Secrets } from '../../process/secrets.ts';
import { BoundedQueue } from '../../web/limits/bounded-queue.ts';
import { type PreparedPhoto, UnusablePhoto, preparePhoto } from './prepare-photo.ts';
import { PhotoTickets } from './tickets.ts';

/** One after another, because unpacking takes most memory. */
const AT_ONCE = 4;

const WAIT_MS = 10_000;

/** No new photo is accepted after the storage failed: each would wait as long. */
const REST_MS = 10_000;

const READ_AT_ONCE = 24;

const UPLOAD_SECONDS = 600;

export const PHOTOS = 'photos/';

/** `raw`: as sent; deleted once prepared. */
type Part = PhotoSize | 'raw';

const PARTS: readonly Part[] = ['raw', 'full', 'small'];

const PHOTO_KEY = new RegExp(`^${PHOTOS}([0-9a-f-]{36})/(?:${PARTS.join('|')})$`);

function keyOf(photo: string, part: Part): string {
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

export interface StartedUpload extends PresignedPost {
  readonly upload: string;
}

/** Throws `Rejected`: `photos-down` for a failing storage or library or too many waiting, `not-a-photo`, `photo-too-large`. */
export class Photos {
  readonly tickets: PhotoTickets;
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
    this.tickets = new PhotoTickets({ secrets, clock });
  }

  get uploadOrigin(): string | null {
    return this.#storage.uploadOrigin;
  }

  async start(contentType: PhotoType): Promise<StartedUpload> {
    const id = randomUUID();
    const rule = { contentType, minBytes: 1, maxBytes: MOST_PHOTO_BYTES, expiresSeconds: UPLOAD_SECONDS };
    const { url, fields } = await this.#asking(() => this.#storage.presignPost(keyOf(id, 'raw'), rule));
    return { url, fields, upload: this.tickets.sealUpload(id) };
  }

  /** A new name for the photo, because the upload's form can be posted again. */
  finish(upload: string, network: string | null): Promise<BookingPhoto> {
    return this.#inTurn(network, async () => {
      const raw = await this.#asking(() => this.#storage.get(keyOf(upload, 'raw'), { maxBytes: MOST_PHOTO_BYTES }));
      if (raw === null) throw new Rejected('not-a-photo');
      const photo = await this.#keep(raw.bytes);
      // A job deletes what remains.
      await this.#storage.delete([keyOf(upload, 'raw')]).catch((error: unknown) => this.#report(error));
      return photo;
    });
  }

  store(bytes: Uint8Array, network: string | null): Promise<BookingPhoto> {
    return this.#inTurn(network, () => this.#keep(bytes));
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

  async #inTurn(network: string | null, work: () => Promise<BookingPhoto>): Promise<BookingPhoto> {
    const begun = new AbortController();
    const tooLate = setTimeout(() => begun.abort(new Rejected('photos-down')), this.#waitMs);
    const inTurn = async () => {
      clearTimeout(tooLate);
      if (this.#clock.now() < this.#restsUntil) throw new Rejected('photos-down');
      return work();
    };
    return this.#taking.run(inTurn, { network, signal: begun.signal }).finally(() => clearTimeout(tooLate));
  }

  async #asking<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      if (error instanceof StorageUnreachable) this.#restsUntil = this.#clock.now() + REST_MS;
      this.#report(error);
      throw new Rejected('photos-down');
    }
  }

  #report(error: unknown): void {
    const level = error instanceof StorageRefused ? 'error' : 'warn';
    this.#log[level]({ err: error }, 'object storage failed for photo');
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
