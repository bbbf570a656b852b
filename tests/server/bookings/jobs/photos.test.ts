import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { bookingStream } from '#events/booking/booking.ts';
import { expire } from '#server/bookings/buying/expire.ts';
import { photoRemoval, sweepPhotos } from '#server/bookings/jobs/photos.ts';
import { areDone, jobs, run, until } from '../../workers/run.ts';
import { customer } from '../customer.ts';
import { adds, call, keysIn, sends } from '../photos/sending.ts';
import { HOUR, MINUTE, type Site, openSite } from '../site.ts';
import { picture } from '../../../pictures.ts';

const NEVER = new AbortController().signal;
const DAY = 24 * HOUR;

function start(site: Site, kind: typeof photoRemoval) {
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

describe('photos are deleted at once', () => {
  test('when their customer removes one', async () => {
    const site = openSite();
    start(site, photoRemoval);
    const ada = await customer(site);
    const [one, two] = [await sends(ada.visitor), await sends(ada.visitor)];
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
    await adds(ada.visitor, ada.id, await sends(ada.visitor));
    const bens = await sends(ben.visitor);
    await adds(ben.visitor, ben.id, bens);
    await forget(site, ada.id);
    await until(() => areDone(site, 'photo-removal'));
    expect(await keysIn(site.storage)).toEqual([`photos/${bens.id}/full`, `photos/${bens.id}/small`]);
  });
});

describe('a sweep', () => {
  test('deletes what was sent and never added, once no ticket can add it', async () => {
    const site = openSite();
    const ada = site.visitor();
    await sends(ada);
    await site.storage.put(`photos/${randomUUID()}/raw`, await picture(), { contentType: 'image/jpeg' });
    site.clock.advance(DAY);
    expect(await sweepPhotos(site, NEVER)).toBe(0);
    site.clock.advance(HOUR + MINUTE);
    expect(await sweepPhotos(site, NEVER)).toBe(2);
    expect(await keysIn(site.storage)).toEqual([]);
  });

  test('deletes the photos of a hold a day after it ended unpaid', async () => {
    const site = openSite();
    const ada = site.visitor();
    const id = await ada.holds({ photos: [(await sends(ada)).ticket] });
    site.clock.advance(31 * MINUTE);
    await expire(site, id, 'lapsed', { correlation: 'a test' });
    site.clock.advance(DAY - 2 * MINUTE);
    expect(await sweepPhotos(site, NEVER)).toBe(0);
    site.clock.advance(HOUR);
    expect(await sweepPhotos(site, NEVER)).toBe(1);
  });
});
