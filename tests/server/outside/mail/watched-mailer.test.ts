import { expect, test } from 'vitest';
import { type Mail, MailRefused } from '#server/outside/mail/port.ts';
import { RetryLater } from '#server/process/jobs/job-kind.ts';
import { WatchedMailer } from '#server/outside/mail/watched-mailer.ts';
import { NOW } from '../../../events/facts.ts';
import { HandClock } from '../../hand-clock.ts';
import { NO_MAILER } from './no-mailer.ts';

const MAIL: Mail = {
  key: 'k',
  about: 'booking-b1',
  cause: 'e1',
  part: 'customer',
  to: 'ada@example.com',
  subject: 'Hello',
  html: '<p>Hello</p>',
  text: 'Hello',
};
const never = new AbortController().signal;

/** A mailer that fails with these errors in turn, and accepts the mail for null. */
function open(...answers: (Error | null)[]) {
  const clock = new HandClock(NOW);
  const send = async () => {
    const answer = answers.shift();
    if (answer) throw answer;
  };
  const mailer = new WatchedMailer({ ...NO_MAILER, send }, clock);
  return { clock, mailer, attempt: (signal = never) => mailer.send(MAIL, signal).catch((error: unknown) => error) };
}

test('the status is down after a failure, and up again after an accepted mail', async () => {
  const { mailer, attempt } = open(null, new RetryLater('busy', { afterMs: 0 }), null);
  expect(mailer.canSend).toBe(true);
  await attempt();
  expect(mailer.canSend).toBe(true);
  expect(await attempt()).toBeInstanceOf(RetryLater);
  expect(mailer.canSend).toBe(false);
  await attempt();
  expect(mailer.canSend).toBe(true);
});

test('a refused address does not change the status; a wrong API key does', async () => {
  const { mailer, attempt } = open(
    new MailRefused('no such mailbox'),
    new MailRefused('wrong key', { refusesAll: true }),
  );
  await attempt();
  expect(mailer.canSend).toBe(true);
  await attempt();
  expect(mailer.canSend).toBe(false);
});
