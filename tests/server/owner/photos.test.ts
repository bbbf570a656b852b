import { expect, test } from 'vitest';
import { photoPath } from '#shared/booking/photos.ts';
import { ADA, BEN, books, openTown } from '../accounts/town.ts';
import { adds, call, sends } from '../bookings/photos/sending.ts';

test('the owner sees a customer’s photos beside the visit, without a link; other accounts do not', async () => {
  const town = openTown();
  const ada = await town.resident(ADA);
  const ben = town.person();
  const id = await books(town, ben, BEN.email);
  const sent = await sends(ben.browser);
  expect((await adds(ben.browser, id, sent)).status).toBe(200);
  const photos = [{ id: sent.id, width: sent.width, height: sent.height }];
  const { body } = await ada.ask('bookingStory', { eventId: id });
  expect(body.customer?.photos).toEqual(photos);
  expect(body.lines.at(-1)).toMatchObject({ kind: 'PhotosAdded', count: 1 });
  const sheet = await ada.ask('daySheet', { date: body.date });
  expect(sheet.body.visits[0]?.customer?.photos).toEqual(photos);
  const path = photoPath(id, sent.id, 'full');
  const eve = await town.resident({ ...BEN, email: 'eve@example.com' });
  const statuses = [ada, ben, eve].map(async ({ browser }) => (await browser.request(path)).status);
  expect(await Promise.all(statuses)).toEqual([200, 200, 404]);
  // Not the owner's to change: the customer's page is.
  expect((await call(ada.browser, 'removePhoto', { eventId: id, photo: sent.id })).status).toBe(404);
});

test('photos of a customer who deletes their account are shown to the owner no more', async () => {
  const town = openTown();
  const ada = await town.resident(ADA);
  const ben = await town.resident(BEN);
  const id = await books(town, ben, BEN.email);
  const sent = await sends(ben.browser);
  await adds(ben.browser, id, sent);
  await ben.call('deleteAccount', { password: BEN.password, visits: 'cancel', told: `${id}:refund` });
  await town.clock.idle();
  const { body } = await ada.ask('bookingStory', { eventId: id });
  expect(body.customer).toBeNull();
  expect((await ada.browser.request(photoPath(id, sent.id, 'full'))).status).toBe(404);
});
