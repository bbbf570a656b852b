import { describe, expect, test } from 'vitest';
import { MOST_PHOTOS, MOST_PHOTO_BYTES, sentPhotoPath } from '#shared/booking/photos.ts';
import { rpcPath } from '#shared/calls/rpc.ts';
import { POLICIES } from '#server/web/limits/policies.ts';
import { picture } from '../../../pictures.ts';
import { customer } from '../customer.ts';
import { openSite } from '../site.ts';
import { pageAfter } from '../visitor.ts';
import { keysIn, posts, photosOf, pictures } from './sending.ts';

describe('without script', () => {
  test('the form posts its photos with all that was typed, and shows both again', async () => {
    const site = openSite();
    const ada = site.visitor();
    const fields = { service: 'half-day', notes: 'The blue door', step: 'work' };
    const first = await posts(ada, '/book/photos', fields, [await picture(), await picture()]);
    expect([first.status, pageAfter(first)]).toEqual([200, '/book?service=half-day&step=work']);
    const flash = await ada.flashOn('/book');
    expect(flash).toMatchObject({ refusal: null, values: { notes: ['The blue door'], step: ['work'] } });
    const [one = '', two = ''] = flash?.values['photos'] ?? [];
    expect((await ada.request(sentPhotoPath(two, 'small'))).status).toBe(200);
    await posts(ada, '/book/photos', { ...fields, photos: one, removePhoto: one }, []);
    expect((await ada.flashOn('/book'))?.values['photos']).toBeUndefined();
    const id = await ada.holds({ photos: [two] });
    expect((await site.state(id))?.photos).toHaveLength(1);
  });

  test('what cannot be taken is said, and the others are kept', async () => {
    const site = openSite();
    const ada = site.visitor();
    await posts(ada, '/book/photos', { notes: 'x' }, [Buffer.from('no picture'), await picture()]);
    expect(await ada.flashOn('/book')).toMatchObject({
      refusal: 'not-a-photo',
      values: { notes: ['x'], photos: [expect.any(String)] },
    });
    await posts(ada, '/book/photos', {}, [Buffer.alloc(MOST_PHOTO_BYTES + 1)]);
    expect(await ada.flashOn('/book')).toMatchObject({ refusal: 'photo-too-large' });
  });

  test.each([7, 8, 20])('of %i photos six are kept, with all that was typed', async (count) => {
    const site = openSite();
    const ada = site.visitor();
    const many = await pictures(count);
    const { status } = await posts(ada, '/book/photos', { notes: 'The blue door' }, many);
    const { refusal, values } = (await ada.flashOn('/book')) ?? {};
    expect([status, refusal, values?.['photos']?.length]).toEqual([422, 'too-many-photos', MOST_PHOTOS]);
    expect(values?.['notes']).toEqual(['The blue door']);
    expect(await keysIn(site.storage)).toHaveLength(2 * MOST_PHOTOS);
  });

  test('beyond six, also what is no photo is left out, and a form without a photo is no seventh', async () => {
    const site = openSite();
    const ada = await customer(site);
    const path = `/booking/${ada.id}/photos`;
    const six = await pictures(MOST_PHOTOS);
    await posts(ada.visitor, path, {}, [...six, Buffer.alloc(MOST_PHOTO_BYTES + 1), Buffer.from('no picture')]);
    expect(await ada.visitor.flashOn(`/booking/${ada.id}`)).toMatchObject({ refusal: 'too-many-photos' });
    expect(await photosOf(ada)).toHaveLength(MOST_PHOTOS);
    // A file input where nothing was chosen.
    const body = '--x\r\ncontent-disposition: form-data; name="files"; filename=""\r\n\r\n\r\n--x--\r\n';
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    const posted = await ada.visitor.request(path, { method: 'POST', headers, body });
    expect(posted.headers.get('location')).toBe(`/booking/${ada.id}#field-photos`);
  });

  test('the page of a visit posts its photos, and a form removes one', async () => {
    const site = openSite();
    const ada = await customer(site);
    const path = `/booking/${ada.id}/photos`;
    const posted = await posts(ada.visitor, path, {}, [await picture(), await picture()]);
    expect([posted.status, posted.headers.get('location')]).toEqual([303, `/booking/${ada.id}#field-photos`]);
    const [first] = await photosOf(ada);
    const eight = await pictures(8);
    await posts(ada.visitor, path, {}, eight);
    expect(await ada.visitor.flashOn(`/booking/${ada.id}`)).toMatchObject({ refusal: 'too-many-photos' });
    expect(await photosOf(ada)).toHaveLength(MOST_PHOTOS);
    expect(await keysIn(site.storage)).toHaveLength(2 * MOST_PHOTOS);
    const removed = await ada.visitor.request(rpcPath('removePhoto'), {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ eventId: ada.id, photo: first?.id ?? '' }).toString(),
    });
    expect([removed.status, removed.headers.get('location')]).toEqual([303, `/booking/${ada.id}`]);
    expect(await photosOf(ada)).toHaveLength(MOST_PHOTOS - 1);
  });

  test('each photo of a form counts as one that is sent, and none is stored beyond six', async () => {
    const site = openSite();
    const ada = site.visitor('203.0.113.9');
    const tiny = await pictures(MOST_PHOTOS + 1);
    const { burst } = POLICIES.photo;
    // The form counts as one.
    const forms = Math.floor(burst / (MOST_PHOTOS + 1));
    for (let form = 0; form < forms; form++) await posts(ada, '/book/photos', {}, tiny);
    expect(await keysIn(site.storage)).toHaveLength(2 * MOST_PHOTOS * forms);
    await posts(ada, '/book/photos', { notes: 'typed' }, tiny);
    expect(await ada.flashOn('/book')).toMatchObject({
      refusal: 'too-many',
      retryAfter: expect.any(Number),
      values: { notes: ['typed'] },
    });
    expect((await posts(ada, '/book/photos', {}, tiny)).status).toBe(429);
    expect((await keysIn(site.storage)).length).toBeLessThanOrEqual(2 * burst);
  });

  test('a form that breaks off, or is none, is refused', async () => {
    const site = openSite();
    const ada = site.visitor();
    const type = 'multipart/form-data; boundary=x';
    const part = '--x\r\ncontent-disposition: form-data; name="files"; filename="a.jpg"\r\n\r\nhalf';
    for (const [headers, body] of [
      [{ 'content-type': type }, part],
      [{ 'content-type': type }, ''],
      [{ 'content-type': 'multipart/form-data' }, part],
      [{ 'content-type': 'application/json' }, '{}'],
    ] as const) {
      const { status } = await ada.request('/book/photos', { method: 'POST', headers, body });
      expect(status).toBe(400);
    }
    const foreign = { 'sec-fetch-site': 'cross-site', 'content-type': type };
    expect((await ada.request('/book/photos', { method: 'POST', headers: foreign, body: part })).status).toBe(403);
  });
});
