import { photosOf } from '#db/projections/booking-row.ts';
import { bookingsWithPhotos } from '#db/queries/bookings/bookings.ts';
import { bookingOf, bookingStream } from '#events/booking/booking.ts';
import { UNPAID_PHOTOS_MS } from '#events/booking/photos.ts';
import type { JobKind } from '../../process/jobs/job-kind.ts';
import { PHOTOS, keysOf, photoOfKey, TICKET_MS } from '../photos/photos.ts';
import type { StoringDependencies } from '../dependencies.ts';

const EVERY_MS = 60 * 60_000;

/** Longer than an upload and adding the photo to a booking take. */
const MARGIN_MS = 60 * 60_000;

type Sweeping = Pick<StoringDependencies, 'store' | 'storage' | 'clock' | 'log'>;

type WithPhotos = Awaited<ReturnType<typeof bookingsWithPhotos>>[number];

function hasEnded({ status, expires_at }: WithPhotos, now: number): boolean {
  return status === 'expired' || (status === 'held' && now >= expires_at);
}

/** No late payment can confirm it. */
function isOver(row: WithPhotos, now: number): boolean {
  return hasEnded(row, now) && now >= row.expires_at + UNPAID_PHOTOS_MS;
}

async function photosInUse({ store, clock }: Sweeping, isExcluded: typeof isOver): Promise<ReadonlySet<string>> {
  const rows = await bookingsWithPhotos(store.db);
  return new Set(rows.flatMap((row) => (isExcluded(row, clock.now()) ? [] : photosOf(row).map(({ id }) => id))));
}

function removalJob({ id, at }: { readonly id: string; readonly at: number }) {
  return { key: id, due: at };
}

/** Deletes removed and forgotten photos, except those that another booking uses, such as a replaced hold's. */
export const photoRemoval: JobKind<Sweeping> = {
  kind: 'photo-removal',
  on: { PhotoRemoved: removalJob, CustomerForgotten: removalJob },
  async run({ position }, sweeping, signal) {
    const { store, storage } = sweeping;
    const cause = await store.eventAt(position!);
    const events = cause.type === 'PhotoRemoved' ? [] : await store.eventsOf(bookingStream(bookingOf(cause.stream)));
    const ever = events.flatMap((event) => (event.type === 'PhotosAdded' ? event.data.photos.map(({ id }) => id) : []));
    const photos = cause.type === 'PhotoRemoved' ? [cause.data.photo] : ever;
    if (photos.length === 0) return;
    const inUse = await photosInUse(sweeping, hasEnded);
    await storage.delete(photos.filter((photo) => !inUse.has(photo)).flatMap(keysOf), { signal });
  },
  atOnce: 1,
};

/** Deletes photos that no booking uses, once their upload tickets have expired. Resolves with their number. */
export async function sweepPhotos(sweeping: Sweeping, signal: AbortSignal): Promise<number> {
  const { storage, clock, log } = sweeping;
  const oldest = clock.now() - TICKET_MS - MARGIN_MS;
  let deleted = 0;
  for await (const page of storage.list(PHOTOS, { signal })) {
    // After listing the page, so that a photo added to a booking meanwhile counts as used.
    const inUse = await photosInUse(sweeping, isOver);
    for (const [photo, objects] of Map.groupBy(page, ({ key }) => photoOfKey(key))) {
      if (photo === null || inUse.has(photo) || objects.some(({ lastModified }) => lastModified > oldest)) continue;
      try {
        await storage.delete(keysOf(photo), { signal });
        deleted += 1;
      } catch (error) {
        if (signal.aborted) return deleted;
        log.warn({ err: error, photo }, 'photo not deleted, will be retried');
      }
    }
  }
  return deleted;
}

export const photoSweep: JobKind<Sweeping> = {
  kind: 'photo-sweep',
  on: {},
  every: EVERY_MS,
  async run(_, sweeping, signal) {
    const deleted = await sweepPhotos(sweeping, signal);
    if (deleted > 0) sweeping.log.info({ deleted }, 'unused photos deleted');
  },
  atOnce: 1,
};
