import { expect, test } from 'vitest';
import { webhook, webhookForgetting } from '#server/bookings/jobs/webhooks.ts';
import { run, until } from '../../workers/run.ts';
import { books, isDone, record, svixShop } from './svix-shop.ts';

const svix = svixShop();

/** A site on which one of two customers was deleted, after the messages about both had gone out. */
async function deleted() {
  const site = svix.open();
  run(site, webhook);
  const id = await books(site, 0);
  await books(site, 1);
  await record(site, id, { type: 'BookingCancelled', data: { by: 'customer' } });
  await until(() => isDone(site));
  await record(site, id, { type: 'CustomerForgotten', data: { person: (await site.state(id))?.person ?? '' } });
  return site;
}

const contents = () => svix.fake.messages.map(({ payload }) => JSON.stringify(payload));

test('the content of a deleted customer’s messages is removed at the provider, and nothing else', async () => {
  const site = await deleted();
  run(site, webhookForgetting);
  await until(() => contents().includes('{"expired":true}'));
  expect(contents()).toContainEqual(expect.stringContaining('guest1@example.com'));
  expect(contents()).toContainEqual(expect.stringContaining('booking.cancelled'));
  expect(contents().join()).not.toContain('guest0@example.com');
});

test('a message that goes out after the deletion was recorded, before the key is gone, has no personal data', async () => {
  const site = svix.open();
  const id = await books(site);
  await record(site, id, { type: 'CustomerForgotten', data: { person: (await site.state(id))?.person ?? '' } });
  run(site, webhook);
  await until(() => isDone(site));
  expect(svix.fake.messages[0]?.payload).toMatchObject({ data: { customer: { status: 'deleted' } } });
});
