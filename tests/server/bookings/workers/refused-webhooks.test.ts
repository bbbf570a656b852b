import { expect, test } from 'vitest';
import { openFailures } from '#db/projections/attention.ts';
import { mail } from '#server/bookings/jobs/mail.ts';
import { parkedWebhooks } from '#server/bookings/workers/parked.ts';
import { publisher } from '#server/bookings/workers/publisher.ts';
import { sendWebhookAgain } from '#server/owner/late-webhooks.ts';
import type { Fault } from '../../outside/webhooks/svix-fake.ts';
import { run, until } from '../../workers/run.ts';
import { HOUR, type Site } from '../site.ts';
import { CAUSE, all, books, eventIdOf, isDone, record, svixShop } from './svix-shop.ts';

const DAY = 24 * HOUR;
const svix = svixShop();

const REFUSED: Fault = { status: 422, code: 'invalid_payload' };

/** A site whose first message was refused, with its id in the attention list. */
async function refused() {
  const site = svix.open();
  svix.creationsFail((asked) => (eventIdOf(asked) === all(site, 'BookingConfirmed')[0]?.id ? REFUSED : null));
  run(site, publisher);
  const id = await books(site, 0);
  await books(site, 1);
  await until(() => isDone(site));
  const [event] = all(site, 'BookingConfirmed');
  return { site, id, event: event!, failure: `webhook-${event?.id}` };
}

const listed = ({ store }: Site) => openFailures(store.db);

test('a refused message is parked in the owner’s list, without personal data, and the next goes out', async () => {
  const { site, id, event, failure } = await refused();
  expect(svix.published()).toEqual(['booking.confirmed']);
  const reason = 'Svix refused it: 422 invalid_payload';
  expect(await listed(site)).toMatchObject([
    { id: failure, kind: 'webhook', booking: id, event: event.id, cause: 'BookingConfirmed', failures: 1, reason },
  ]);
  expect(all(site, 'WebhookParked')).toMatchObject([{ stream: failure, causation: event.id }]);
  expect(JSON.stringify(all(site, 'WebhookParked'))).not.toMatch(/@|Ada/);
  expect(site.lines.join('')).not.toMatch(/ada@|guest0@/);
});

test('an event whose message cannot be written is parked, and holds up no other', async () => {
  const site = svix.open();
  run(site, publisher);
  const id = await books(site, 0);
  await record(site, id, { type: 'RefundSucceeded', data: { payment: 'unknown', refund: 'r1' } });
  await books(site, 1);
  await until(() => isDone(site));
  expect(svix.published()).toEqual(['booking.confirmed', 'booking.confirmed']);
  expect(all(site, 'WebhookParked')).toMatchObject([{ data: { reason: 'this site could not write it' } }]);
});

test('a refused message is reported to the owner by mail, once', async () => {
  const { site } = await refused();
  const { sent } = run(site, mail);
  const told = () => sent.filter(({ subject }) => subject === 'Needs attention: a webhook message was refused');
  await until(() => told().length > 0);
  expect(told()).toMatchObject([
    { to: 'hello@halfday.example', text: expect.stringContaining('Svix refused it: 422 invalid_payload') },
  ]);
});

test('a refused message is sent again for the owner, and leaves the list when it is accepted', async () => {
  const { site, event, failure } = await refused();
  await sendWebhookAgain(site, { failure, by: 'a1' }, CAUSE);
  await until(() => all(site, 'WebhookParked').length === 2);
  expect(await listed(site)).toMatchObject([{ id: failure, failures: 2 }]);
  svix.fake.fault = () => null;
  await sendWebhookAgain(site, { failure, by: 'a1' }, CAUSE);
  await until(() => all(site, 'WebhookSettled').length === 1);
  expect(await listed(site)).toEqual([]);
  expect(svix.fake.messages.at(-1)?.eventId).toBe(event.id);
  await expect(sendWebhookAgain(site, { failure, by: 'a1' }, CAUSE)).rejects.toMatchObject({
    refusal: 'already-settled',
  });
});

test('a refused message is sent again at a start, and each day for a week', async () => {
  const { site } = await refused();
  run(site, parkedWebhooks);
  for (let days = 1; days <= 10; days++) {
    await site.clock.idle();
    const tried = Math.min(days, 8) + 1;
    await until(() => all(site, 'WebhookParked').length === tried);
    site.clock.advance(DAY);
  }
  expect(all(site, 'WebhookRetried')).toHaveLength(8);
});
