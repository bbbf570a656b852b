import { bookingsWithPhotos, photosOf } from '#db/projections/bookings.ts';
import { bookingStream, bookingOf } from '#events/booking/booking.ts';
import { UNPAID_PHOTOS_MS } from '#events/booking/photos.ts';
import { untilNextLook } from '../../process/clock.ts';
import { follow } from '../../process/following/follower.ts';
import { forEachAlone } from '../../process/following/for-each-alone.ts';
import type { Worker } from '../../process/following/worker.ts';
import { PHOTOS, keysOf, photoOfKey } from '../photos/photos.ts';
import { TICKET_MS } from '../photos/tickets.ts';
import type { StoringDependencies } from './dependencies.ts';

/** The worker's name in the log. */
const NAME = 'photo-sweep';

/** How often all photos are looked through, in milliseconds. */
const EVERY_MS = 60 * 60_000;

/** Longer than an upload and the request that adds the photo to a booking may take, in milliseconds. */
const MARGIN_MS = 60 * 60_000;

type Sweeping = Pick<StoringDependencies, 'store' | 'storage' | 'clock' | 'log'>;

type WithPhotos = Awaited<ReturnType<typeof bookingsWithPhotos>>[number];

/** Whether a hold has ended unpaid: it lapsed, or its visitor traded it before its time. */
function hasEnded({ status, expires_at }: WithPhotos, now: number): boolean {
  return status === 'expired' || (status === 'held' && now >= expires_at);
}

/** Whether no late payment can confirm it anymore. */
function isOver(row: WithPhotos, now: number): boolean {
  return hasEnded(row, now) && now >= row.expires_at + UNPAID_PHOTOS_MS;
}

/** The photos that bookings have, except those of holds of which this is true. */
async function photosInUse({ store, clock }: Sweeping, isLeftOut: typeof isOver): Promise<ReadonlySet<string>> {
  const rows = await bookingsWithPhotos(store.db);
  return new Set(rows.flatMap((row) => (isLeftOut(row, clock.now()) ? [] : photosOf(row).map(({ id }) => id))));
}

/**
 * Deletes photos, except those that a booking has, such as the hold that was taken in place of this one. A hold that has ended keeps none:
 * its visitor has removed the photo, or is forgotten.
 */
async function deleteUnused(sweeping: Sweeping, photos: readonly string[], signal: AbortSignal): Promise<void> {
  if (photos.length === 0) return;
  const inUse = await photosInUse(sweeping, hasEnded);
  const keys = photos.filter((photo) => !inUse.has(photo)).flatMap(keysOf);
  await sweeping.storage.delete(keys, { signal });
}

/** Every photo that a booking has or had. */
async function photosEver({ store }: Sweeping, stream: string): Promise<string[]> {
  const events = await store.eventsOf(bookingStream(bookingOf(stream)));
  return events.flatMap((event) => (event.type === 'PhotosAdded' ? event.data.photos.map(({ id }) => id) : []));
}

/** Deletes photos at once when their customer removes them or is forgotten. */
export const photoRemoval: Worker<StoringDependencies> = (dependencies, signal) =>
  follow({
    name: 'photo-removal',
    types: ['PhotoRemoved', 'CustomerForgotten'],
    handle: async (event) => {
      const photos = event.type === 'PhotoRemoved' ? [event.data.photo] : await photosEver(dependencies, event.stream);
      await deleteUnused(dependencies, photos, signal);
    },
  })(dependencies, signal);

/**
 * Deletes the photos that no booking has and that are older than a ticket lasts: those that were sent and never added to a booking, those of
 * unpaid holds, and what remains of others. Other objects stay. Resolves with the number of photos that are gone.
 */
export async function sweepPhotos(sweeping: Sweeping, signal: AbortSignal): Promise<number> {
  const { storage, clock, log } = sweeping;
  const oldest = clock.now() - TICKET_MS - MARGIN_MS;
  let deleted = 0;
  for await (const page of storage.list(PHOTOS, { signal })) {
    // Read after the page: what was added to a booking since is in use.
    const inUse = await photosInUse(sweeping, isOver);
    const photos = Map.groupBy(page, ({ key }) => photoOfKey(key));
    const unused = Array.from(photos).flatMap(([id, objects]) =>
      id === null || inUse.has(id) || objects.some(({ lastModified }) => lastModified > oldest) ? [] : [{ id }],
    );
    await forEachAlone(unused, { worker: NAME, log, signal }, async ({ id }) => {
      await storage.delete(keysOf(id), { signal });
      deleted += 1;
    });
  }
  return deleted;
}

/** Sweeps every hour. */
export const photoSweep: Worker<StoringDependencies> = async (dependencies, signal) => {
  const { clock, log } = dependencies;
  while (!signal.aborted) {
    const deleted = await sweepPhotos(dependencies, signal);
    if (deleted > 0) log.info({ worker: NAME, deleted }, 'unused photos deleted');
    const next = clock.now() + EVERY_MS;
    while (!signal.aborted && clock.now() < next) await clock.wait(untilNextLook(next - clock.now()), signal);
  }
};
