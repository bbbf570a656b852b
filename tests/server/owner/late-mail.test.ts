import { expect, test, vi } from 'vitest';
import { dueJobs } from '#db/queries/jobs.ts';
import type { Mailer } from '#server/outside/mail/port.ts';
import { RetryLater } from '#server/process/jobs/job-kind.ts';
import { DATE } from '../../events/facts.ts';
import { ADA, BEN, books, openTown } from '../accounts/town.ts';
import { openSite } from '../bookings/site.ts';
import { NO_MAILER } from '../outside/mail/no-mailer.ts';
import { areDone, until } from '../workers/run.ts';

const MINUTE = 60_000;

test('mail that could not be sent for five minutes is told to the owner, until it goes out', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(1);
  let isDown = false;
  const mailer: Mailer = {
    ...NO_MAILER,
    send: async () => {
      if (isDown) throw new RetryLater('Resend failed: 503', { afterMs: 1000 });
    },
  };
  const town = openTown(openSite, () => mailer);
  const ada = await town.resident(ADA);
  const late = async () => (await ada.ask('needsAttention')).body.lateMail;
  isDown = true;
  await books(town, town.person(), BEN.email, { date: DATE, claim: 'am' });
  await until(async () => (await dueJobs(town.store.db, 'mail', Number.MAX_SAFE_INTEGER, 1))[0]?.attempts === 1);
  expect(await late()).toBeNull();
  const since = town.clock.now();
  town.clock.advance(5 * MINUTE);
  expect(await late()).toEqual({ since, failures: expect.any(Number) });
  isDown = false;
  town.clock.advance(60 * MINUTE);
  await until(() => areDone(town, 'mail'));
  expect(await late()).toBeNull();
});
