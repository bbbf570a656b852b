import { expect, test } from 'vitest';
import { dueJobs } from '#db/queries/jobs.ts';
import { webhook, webhookForgetting } from '#server/bookings/jobs/webhooks.ts';
import { run, until } from '../../workers/run.ts';
import { attempts, books, isDone, record, svixShop } from './svix-shop.ts';

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

test('that is attempted until the provider has done it', async () => {
  const site = await deleted();
  svix.fake.fault = ({ method }) => (method === 'DELETE' ? { status: 503 } : null);
  run(site, webhookForgetting);
  const failures = async () =>
    (await dueJobs(site.store.db, 'webhook-forgetting', Number.MAX_SAFE_INTEGER, 1))[0]?.attempts;
  await until(async () => (await failures()) === 1);
  expect(contents()[0]).toContain('guest0@example.com');
  svix.fake.fault = () => null;
  await attempts(site, () => !contents()[0]?.includes('guest0@'));
});

test('a message that goes out after the deletion was recorded, before the key is gone, has no personal data', async () => {
  const site = svix.open();
  const id = await books(site);
  await record(site, id, { type: 'CustomerForgotten', data: { person: (await site.state(id))?.person ?? '' } });
  run(site, webhook);
  await until(() => isDone(site));
  expect(svix.fake.messages[0]?.payload).toMatchObject({ data: { customer: { status: 'deleted' } } });
});
