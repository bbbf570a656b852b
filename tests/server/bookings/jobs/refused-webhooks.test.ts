import { expect, test } from 'vitest';
import { parkedJobs } from '#db/queries/jobs.ts';
import { parkedLetter } from '#server/bookings/jobs/mail.ts';
import { webhook } from '#server/bookings/jobs/webhooks.ts';
import { runAgain } from '#server/owner/parked-jobs.ts';
import type { Fault } from '../../outside/webhooks/svix-fake.ts';
import { areDone, jobs, run, until } from '../../workers/run.ts';
import type { Site } from '../site.ts';
import { CAUSE, all, books, eventIdOf, isDone, svixShop } from './svix-shop.ts';

const svix = svixShop();

const REFUSED: Fault = { status: 422, code: 'invalid_payload' };

/** A site whose first message was refused, with its id in the attention list. */
async function refused() {
  const site = svix.open();
  svix.creationsFail((asked) => (eventIdOf(asked) === all(site, 'BookingConfirmed')[0]?.id ? REFUSED : null));
  const { sent } = run(site, jobs(webhook, parkedLetter));
  await books(site, 0);
  await books(site, 1);
  await until(() => isDone(site));
  const [event] = all(site, 'BookingConfirmed');
  const { jobs: parked } = await parkedJobs(site.store.db, 10);
  return { site, event: event!, sent, failure: `job-${parked[0]!.id}` };
}

const listed = async ({ store }: Site) => (await parkedJobs(store.db, 10)).jobs;

test('a refused message is parked, without personal data, and the next goes out', async () => {
  const { site, event } = await refused();
  expect(svix.published()).toEqual(['booking.confirmed']);
  expect(await listed(site)).toMatchObject([{ kind: 'webhook', key: event.id, attempts: 1, code: 'svix-422' }]);
  expect(site.lines.join('')).toContain('Svix refused it: 422 invalid_payload');
  expect(site.lines.join('')).not.toMatch(/ada@|guest0@/);
});

test('a refused message is reported to the owner by mail, once', async () => {
  const { site, sent, failure } = await refused();
  await until(() => areDone(site, 'parked-letter'));
  await runAgain(site, failure, CAUSE);
  await until(() => areDone(site, 'webhook', 'parked-letter'));
  expect(sent).toMatchObject([
    {
      to: 'hello@halfday.example',
      subject: 'Needs attention: a webhook message was refused',
      text: expect.stringContaining('Svix refused it: 422'),
    },
  ]);
});

test('a refused message is sent again for the owner, and leaves the list when it is accepted', async () => {
  const { site, event, failure } = await refused();
  await runAgain(site, failure, CAUSE);
  await until(() => isDone(site));
  expect(await listed(site)).toMatchObject([{ key: event.id, attempts: 2 }]);
  svix.fake.fault = () => null;
  await runAgain(site, failure, CAUSE);
  await until(() => isDone(site));
  expect(await listed(site)).toEqual([]);
  expect(svix.fake.messages.at(-1)?.eventId).toBe(event.id);
  await expect(runAgain(site, failure, CAUSE)).rejects.toMatchObject({ refusal: 'already-settled' });
});
