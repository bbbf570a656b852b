import { describe, expect, test } from 'vitest';
import { MOST_PHOTOS, MOST_PHOTO_BYTES, sentPhotoPath } from '#shared/booking/photos.ts';
import { rpcPath } from '#shared/calls/rpc.ts';
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
