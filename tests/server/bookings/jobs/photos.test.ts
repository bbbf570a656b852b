import { describe, expect, test, vi } from 'vitest';
import { kindsWithDueJobs } from '#db/queries/jobs.ts';
import { bookingStream } from '#events/booking/booking.ts';
import { expire } from '#server/bookings/buying/expire.ts';
import { photoRemoval, photoSweep, sweepPhotos } from '#server/bookings/jobs/photos.ts';
import { StorageRefused } from '#server/outside/storage/port.ts';
import { areDone, jobs, run, until } from '../../workers/run.ts';
import { customer } from '../customer.ts';
import { adds, call, keysIn, sends, uploads } from '../photos/sending.ts';
import type { Visitor } from '../visitor.ts';
import { HOUR, MINUTE, type Site, openSite } from '../site.ts';
import { picture } from '../../../pictures.ts';

const NEVER = new AbortController().signal;
const DAY = 24 * HOUR;

function start(site: Site, kind: typeof photoSweep) {
  run(site, jobs({ ...kind, run: (job, _, signal) => kind.run(job, site, signal) }));
}

async function forget(site: Site, id: string) {
  const person = (await site.state(id))?.person ?? '';
  return site.store.change({
    streams: { booking: bookingStream(id) },
    decide: () => ({ booking: [{ type: 'CustomerForgotten' as const, data: { person } }] }),
    cause: { correlation: 'a test' },
  });
}

async function photosIn(site: Site): Promise<number> {
  return new Set((await keysIn(site.storage)).map((key) => key.split('/')[1])).size;
}

describe('photos are deleted at once', () => {
  test('when their customer removes one', async () => {
    const site = openSite();
    start(site, photoRemoval);
    const ada = await customer(site);
    const [one, two] = [await sends(ada.visitor, site.storage), await sends(ada.visitor, site.storage)];
    await adds(ada.visitor, ada.id, one, two);
    await call(ada.visitor, 'removePhoto', { eventId: ada.id, photo: one.id });
    await until(() => areDone(site, 'photo-removal'));
    expect(await keysIn(site.storage)).toEqual([`photos/${two.id}/full`, `photos/${two.id}/small`]);
  });

  test('when their customer is forgotten, those of others stay', async () => {
    const site = openSite();
    start(site, photoRemoval);
    const ada = await customer(site);
    const ben = await customer(site, { claim: 'pm', email: 'ben@example.com' });
    await adds(ada.visitor, ada.id, await sends(ada.visitor, site.storage));
    const bens = await sends(ben.visitor, site.storage);
    await adds(ben.visitor, ben.id, bens);
    await forget(site, ada.id);
    await until(() => areDone(site, 'photo-removal'));
    expect(await keysIn(site.storage)).toEqual([`photos/${bens.id}/full`, `photos/${bens.id}/small`]);
  });

  const removes = (_: Site, { visitor, id, photo }: { visitor: Visitor; id: string; photo: string }) =>
    call(visitor, 'removePhoto', { eventId: id, photo });
  const isForgotten = (site: Site, { id }: { id: string }) => forget(site, id);
  test.each([
    ['removes it', removes],
    ['is forgotten', isForgotten],
  ])('when their customer %s, though an earlier hold ended with it', async (_, act) => {
    const site = openSite();
    start(site, photoRemoval);
    const ada = site.visitor();
    const sent = await sends(ada, site.storage);
    await ada.holds({ photos: [sent.ticket] });
    const paid = await ada.holds({ claim: 'pm', photos: [sent.ticket] });
    await ada.pays();
    await ada.returns();
    await act(site, { visitor: ada, id: paid, photo: sent.id });
    await until(() => areDone(site, 'photo-removal'));
    expect(await keysIn(site.storage)).toEqual([]);
  });

  test('but not from a hold whose visitor has taken another time with them', async () => {
    const site = openSite();
    start(site, photoRemoval);
    const ada = site.visitor();
    const sent = await sends(ada, site.storage);
    const first = await ada.holds({ photos: [sent.ticket] });
    await ada.holds({ claim: 'pm', photos: [sent.ticket] });
    await forget(site, first);
    await until(() => areDone(site, 'photo-removal'));
    expect(await photosIn(site)).toBe(1);
  });
});

describe('a sweep', () => {
  test('deletes what was sent and never added, once no ticket can add it', async () => {
    const site = openSite();
    const ada = site.visitor();
    await sends(ada, site.storage);
    await uploads(ada, site.storage, Uint8Array.from(await picture()));
    site.clock.advance(DAY);
    expect(await sweepPhotos(site, NEVER)).toBe(0);
    site.clock.advance(HOUR + MINUTE);
    expect(await sweepPhotos(site, NEVER)).toBe(2);
    expect(await keysIn(site.storage)).toEqual([]);
  });

  test('deletes the photos of a hold a day after it ended unpaid', async () => {
    const site = openSite();
    const ada = site.visitor();
    const id = await ada.holds({ photos: [(await sends(ada, site.storage)).ticket] });
    site.clock.advance(31 * MINUTE);
    await expire(site, id, 'lapsed', { correlation: 'a test' });
    site.clock.advance(DAY - 2 * MINUTE);
    expect(await sweepPhotos(site, NEVER)).toBe(0);
    site.clock.advance(HOUR);
    expect(await sweepPhotos(site, NEVER)).toBe(1);
  });

  test('keeps the photos of visits, ahead and over', async () => {
    const site = openSite();
    const ada = await customer(site);
    await adds(ada.visitor, ada.id, await sends(ada.visitor, site.storage));
    site.clock.advance(365 * DAY);
    expect(await sweepPhotos(site, NEVER)).toBe(0);
    expect(await photosIn(site)).toBe(1);
  });

  test('retries photos whose deletion failed', async () => {
    const site = openSite();
    const ada = await customer(site);
    await adds(ada.visitor, ada.id, await sends(ada.visitor, site.storage));
    await forget(site, ada.id);
    site.clock.advance(DAY + 2 * HOUR);
    expect(await sweepPhotos(site, NEVER)).toBe(1);
  });

  test('skips foreign objects in the bucket, and a photo that cannot be deleted', async () => {
    const site = openSite();
    const ada = site.visitor();
    const kept = await sends(ada, site.storage);
    await sends(ada, site.storage);
    const lastModified = site.clock.now();
    // What S3's console makes of a new folder, and of files that are dropped there.
    const foreign = ['photos/', 'photos/My photo.jpg', 'photos/notes.txt', `photos/${kept.id}`, 'photos/a/b/c'];
    const list = site.storage.list.bind(site.storage);
    vi.spyOn(site.storage, 'list').mockImplementation(async function* (...given) {
      yield foreign.map((key) => ({ key, size: 0, lastModified }));
      yield* list(...given);
    });
    const remove = site.storage.delete.bind(site.storage);
    vi.spyOn(site.storage, 'delete').mockImplementation((keys, options) =>
      keys.some((key) => key.includes(kept.id)) ? Promise.reject(new StorageRefused('locked')) : remove(keys, options),
    );
    site.clock.advance(DAY + HOUR + MINUTE);
    expect(await sweepPhotos(site, NEVER)).toBe(1);
    expect((await Array.fromAsync(list(''))).flat().map(({ key }) => key)).toEqual([
      `photos/${kept.id}/full`,
      `photos/${kept.id}/small`,
    ]);
    expect(site.lines.filter((line) => line.includes(kept.id))).toHaveLength(1);
  });

  test('is made every hour', async () => {
    const site = openSite();
    await sends(site.visitor(), site.storage);
    start(site, photoSweep);
    await until(async () => !(await kindsWithDueJobs(site.store.db, site.clock.now())).has('photo-sweep'));
    site.clock.advance(DAY + HOUR + MINUTE);
    await until(() => site.lines.some((line) => line.includes('"deleted":1')));
    expect(await keysIn(site.storage)).toEqual([]);
  });
});
