import { randomUUID } from 'node:crypto';
import PQueue from 'p-queue';
import { type BookingPhoto, MOST_PHOTO_BYTES, type PhotoSize, type PhotoType } from '#shared/booking/photos.ts';
import { Rejected } from '#shared/calls/refusals.ts';
import { type ObjectStorage, type PresignedPost, StorageError, StorageRefused } from '../../outside/storage/port.ts';
import type { Clock } from '../../process/clock.ts';
import type { Log } from '../../process/log.ts';
import { NotAPhoto, preparePhoto } from './prepare-photo.ts';
import { PhotoTickets } from './tickets.ts';

/** Photos that are prepared at once, and those that may wait for it: each one may have `MOST_PHOTO_BYTES` in memory. */
const AT_ONCE = 2;
const MOST_WAITING = 12;

/** Pictures that are read at once. */
const READ_AT_ONCE = 24;

/** Longest time for an upload straight to the storage, in seconds. */
const UPLOAD_SECONDS = 600;

/** All objects of photos begin with this. */
export const PHOTOS = 'photos/';

/** `raw` is the file as it was sent, which is deleted once it is prepared. */
type Part = PhotoSize | 'raw';

function keyOf(photo: string, part: Part): string {
  return `${PHOTOS}${photo}/${part}`;
}

/** All keys that a photo may have. */
export function keysOf(photo: string): string[] {
  return (['raw', 'full', 'small'] as const).map((part) => keyOf(photo, part));
}

export interface PhotoParts {
  readonly storage: ObjectStorage;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
  /** Seals tickets. */
  readonly secret: string;
}

/** A form for uploading one photo, and its sealed name. */
export interface StartedUpload extends PresignedPost {
  readonly upload: string;
}

/**
 * Photos of the job in the object storage. Its calls throw `Rejected`: `photos-down` when the storage does not do its part, or too
 * many photos wait, and `not-a-photo`.
 */
export class Photos {
  readonly tickets: PhotoTickets;
  readonly #storage: ObjectStorage;
  readonly #log: Log;
  readonly #preparing = new PQueue({ concurrency: AT_ONCE });
  readonly #reading = new PQueue({ concurrency: READ_AT_ONCE });

  constructor({ storage, clock, log, secret }: PhotoParts) {
    this.#storage = storage;
    this.#log = log;
    this.tickets = new PhotoTickets({ secret, clock });
  }

  /** The origin to which browsers upload; null when it is this site. */
  get uploadOrigin(): string | null {
    return this.#storage.uploadOrigin;
  }

  /** Begins an upload straight to the storage. */
  async start(contentType: PhotoType): Promise<StartedUpload> {
    const id = randomUUID();
    const rule = { contentType, minBytes: 1, maxBytes: MOST_PHOTO_BYTES, expiresSeconds: UPLOAD_SECONDS };
    const { url, fields } = await this.#asking(() => this.#storage.presignPost(keyOf(id, 'raw'), rule));
    return { url, fields, upload: this.tickets.sealUpload(id) };
  }

  /** Prepares a photo that was uploaded. */
  finish(id: string): Promise<BookingPhoto> {
    return this.#inTurn(async () => {
      const raw = await this.#asking(() => this.#storage.get(keyOf(id, 'raw'), { maxBytes: MOST_PHOTO_BYTES }));
      if (raw === null) throw new Rejected('not-a-photo');
      const photo = await this.#keep(id, raw.bytes);
      // What remains of it is swept.
      await this.#storage.delete([keyOf(id, 'raw')]).catch((error: unknown) => this.#report(error));
      return photo;
    });
  }

  /** Prepares and stores a photo that was posted here. */
  store(bytes: Uint8Array): Promise<BookingPhoto> {
    return this.#inTurn(() => this.#keep(randomUUID(), bytes));
  }

  /** The bytes of a photo, a JPEG; null if there is none. */
  async read(id: string, size: PhotoSize): Promise<Uint8Array<ArrayBuffer> | null> {
    const found = await this.#reading.add(() => this.#asking(() => this.#storage.get(keyOf(id, size))));
    return found?.bytes ?? null;
  }

  async #keep(id: string, bytes: Uint8Array): Promise<BookingPhoto> {
    const { full, small, width, height } = await prepared(bytes);
    const jpeg = { contentType: 'image/jpeg' };
    await this.#asking(async () => {
      await this.#storage.put(keyOf(id, 'full'), full, jpeg);
      await this.#storage.put(keyOf(id, 'small'), small, jpeg);
    });
    return { id, width, height };
  }

  async #inTurn(work: () => Promise<BookingPhoto>): Promise<BookingPhoto> {
    if (this.#preparing.size >= MOST_WAITING) throw new Rejected('photos-down');
    return this.#preparing.add(work);
  }

  async #asking<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      this.#report(error);
      throw new Rejected('photos-down');
    }
  }

  #report(error: unknown): void {
    const level = error instanceof StorageRefused ? 'error' : 'warn';
    this.#log[level]({ err: error }, 'the object storage failed a photo');
  }
}

async function prepared(bytes: Uint8Array) {
  try {
    return await preparePhoto(bytes);
  } catch (error) {
    if (error instanceof NotAPhoto) throw new Rejected('not-a-photo');
    throw error;
  }
}
