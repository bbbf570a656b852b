import { describe, expect, test } from 'vitest';
import { MOST_PHOTOS, MOST_PHOTO_BYTES, photoPath, sentPhotoPath } from '#shared/booking/photos.ts';
import { StorageUnreachable } from '#server/outside/storage/port.ts';
import { picture } from '../../../pictures.ts';
import { customer } from '../customer.ts';
import { HOUR, openSite } from '../site.ts';
import { adds, call, keysIn, photosOf, posts, sends, sendsFile } from './sending.ts';

describe('a photo of the form', () => {
  test('is prepared, stored, and seen with its ticket alone', async () => {
    const site = openSite();
    const ada = site.visitor();
    const { id, width, height, ticket } = await sends(ada);
    expect([width, height]).toEqual([600, 400]);
    expect(await keysIn(site.storage)).toEqual([`photos/${id}/full`, `photos/${id}/small`]);
    const seen = await ada.request(sentPhotoPath(ticket, 'small'));
    expect([seen.status, seen.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    for (const wrong of ['', 'x', `A${ticket.slice(2)}`, id])
      expect((await ada.request(sentPhotoPath(wrong, 'small'))).status).toBe(404);
    site.clock.advance(25 * HOUR);
    expect((await ada.request(sentPhotoPath(ticket, 'small'))).status).toBe(404);
  });

  test('goes with the hold onto the booking, and its ticket comes back with the hold', async () => {
    const site = openSite();
    const ada = site.visitor();
    const sent = await sends(ada);
    const id = await ada.holds({ photos: [sent.ticket] });
    expect((await site.state(id))?.photos).toEqual([sent.id]);
    const [ticket = ''] = (await ada.currentHold())?.details?.photos ?? [];
    expect(ticket).not.toBe('');
    expect((await ada.hold({ notes: 'More', photos: [ticket] })).status).toBe(200);
    expect((await site.state(id))?.photos).toEqual([sent.id]);
    expect((await ada.hold({ notes: 'More' })).status).toBe(200);
    expect((await site.state(id))?.photos).toEqual([]);
  });

  test('whose ticket ended, or is forged, keeps no booking from going through', async () => {
    const site = openSite();
    const ada = site.visitor();
    const { ticket } = await sends(ada);
    site.clock.advance(25 * HOUR);
    const id = await ada.holds({ photos: [ticket, 'forged'] });
    expect((await site.state(id))?.photos).toEqual([]);
  });

  test('is refused if it is no picture, too large, missing, or one of too many', async () => {
    const site = openSite(undefined, { RATE_LIMIT: '1' });
    const ada = site.visitor('192.0.2.7');
    const refusalOf = async (bytes: Buffer) => {
      const { status, body } = await sendsFile(ada, bytes);
      return [status, body.refusal];
    };
    for (const bytes of [Buffer.from('<svg/>'), Buffer.alloc(0)])
      expect(await refusalOf(bytes)).toEqual([422, 'not-a-photo']);
    expect(await refusalOf(Buffer.alloc(MOST_PHOTO_BYTES + 1))).toEqual([422, 'photo-too-large']);
    const withoutFile = await posts(ada, '/book/photos', {}, [], { accept: 'application/json' });
    expect([withoutFile.status, await withoutFile.json()]).toEqual([
      422,
      expect.objectContaining({ refusal: 'not-a-photo' }),
    ]);
    expect(await keysIn(site.storage)).toEqual([]);
    let last = withoutFile;
    for (let count = 0; count < 60 && last.status !== 429; count += 1)
      last = await posts(ada, '/book/photos', {}, [], { accept: 'application/json' });
    expect([last.status, Number(last.headers.get('retry-after')) > 0]).toEqual([429, true]);
  });

  test('more of them than six are refused before anything is held', async () => {
    const site = openSite();
    const photos = Array.from({ length: MOST_PHOTOS + 1 }, (_, index) => `x${index}`);
    expect(await site.visitor().hold({ photos })).toMatchObject({ status: 422 });
  });
});

describe('a photo of a booked visit', () => {
  test('is added, seen and removed by its customer', async () => {
    const site = openSite();
    const ada = await customer(site);
    const sent = await sends(ada.visitor);
    const { status, body } = await adds(ada.visitor, ada.id, sent);
    expect([status, body.photos.map(({ id }) => id)]).toEqual([200, [sent.id]]);
    expect(await photosOf(ada)).toEqual([{ id: sent.id, width: 600, height: 400 }]);
    const seen = await ada.visitor.request(photoPath(ada.id, sent.id, 'full'));
    expect([seen.status, seen.headers.get('content-disposition')]).toEqual([200, 'inline; filename="photo.jpg"']);
    expect(seen.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(seen.headers.get('cache-control')).toContain('private, no-cache');
    const etag = seen.headers.get('etag') ?? '';
    const again = await ada.visitor.request(photoPath(ada.id, sent.id, 'full'), { headers: { 'if-none-match': etag } });
    expect(again.status).toBe(304);
    await call(ada.visitor, 'removePhoto', { eventId: ada.id, photo: sent.id });
    expect(await photosOf(ada)).toEqual([]);
    expect((await ada.visitor.request(photoPath(ada.id, sent.id, 'full'))).status).toBe(404);
  });

  test('does not exist for others: strangers, other customers, and under another booking', async () => {
    const site = openSite();
    const ada = await customer(site);
    const ben = await customer(site, { claim: 'pm', email: 'ben@example.com' });
    const sent = await sends(ada.visitor);
    await adds(ada.visitor, ada.id, sent);
    const path = photoPath(ada.id, sent.id, 'small');
    expect((await ada.visitor.request(path)).status).toBe(200);
    for (const other of [site.visitor(), ben.visitor]) {
      const answer = await other.request(path, { headers: { 'if-none-match': `"${sent.id}"` } });
      expect([answer.status, await answer.text()]).toEqual([404, expect.not.stringContaining(sent.id)]);
      expect((await call(other, 'removePhoto', { eventId: ada.id, photo: sent.id })).status).toBe(404);
      expect((await adds(other, ada.id, sent)).status).toBe(404);
      expect((await posts(other, `/booking/${ada.id}/photos`, {}, [await picture()])).status).toBe(404);
    }
    expect((await ben.visitor.request(photoPath(ben.id, sent.id, 'small'))).status).toBe(404);
    expect(await photosOf(ada)).toHaveLength(1);
  });

  test('is one of six at most, also when many are added at once', async () => {
    const site = openSite();
    const ada = await customer(site);
    const sent = [];
    for (let count = 0; count < 9; count += 1) sent.push(await sends(ada.visitor));
    const answers = await Promise.all(sent.map((each) => adds(ada.visitor, ada.id, each)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(MOST_PHOTOS);
    expect(answers.filter(({ body }) => body.refusal === 'too-many-photos')).toHaveLength(3);
    expect(await photosOf(ada)).toHaveLength(MOST_PHOTOS);
  });
});

describe('while the storage does not answer', () => {
  function openDown() {
    let isDown = false;
    const site = openSite();
    const down = () => Promise.reject(new StorageUnreachable('down'));
    for (const name of ['put', 'get', 'delete'] as const) {
      const works = site.storage[name].bind(site.storage) as never;
      Object.assign(site.storage, {
        [name]: (...given: never[]) => (isDown ? down() : Reflect.apply(works, null, given)),
      });
    }
    return { site, fails: () => (isDown = true), mends: () => (isDown = false) };
  }

  test('a photo is refused, a booking is not, and the photo can be added later', async () => {
    const { site, fails, mends } = openDown();
    const ada = site.visitor();
    fails();
    expect(await sendsFile(ada, await picture())).toMatchObject({ status: 503, body: { refusal: 'photos-down' } });
    await posts(ada, '/book/photos', { notes: 'typed' }, [await picture()]);
    expect(await ada.flashOn('/book')).toMatchObject({ refusal: 'photos-down', values: { notes: ['typed'] } });
    const booked = await customer(site);
    expect(await booked.sees()).toMatchObject({ state: 'confirmed' });
    mends();
    // No call is made for a while.
    expect((await sendsFile(ada, await picture())).body.refusal).toBe('photos-down');
    site.clock.advance(10_000);
    const { status } = await adds(booked.visitor, booked.id, await sends(booked.visitor));
    expect(status).toBe(200);
  });
});
