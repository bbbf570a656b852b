import { expect, test } from 'vitest';
import { type Mail, MailDelayed, MailRefused } from '#server/outside/mail/port.ts';
import { WatchedMailer } from '#server/outside/mail/watched-mailer.ts';
import { NOW } from '../../../events/facts.ts';
import { HandClock } from '../../hand-clock.ts';
import { NO_MAILER } from './no-mailer.ts';

const MAIL: Mail = {
  key: 'k',
  about: 'booking-b1',
  to: 'ada@example.com',
  subject: 'Hello',
  html: '<p>Hello</p>',
  text: 'Hello',
};
const never = new AbortController().signal;

/** A mailer that fails in these ways, one after another, and takes the mail where it is null. */
function open(...answers: (Error | null)[]) {
  const clock = new HandClock(NOW);
  const send = async () => {
    const answer = answers.shift();
    if (answer) throw answer;
  };
  const mailer = new WatchedMailer({ ...NO_MAILER, send }, clock);
  return { clock, mailer, attempt: (signal = never) => mailer.send(MAIL, signal).catch((error: unknown) => error) };
}

test('mail goes out until it does not, and does again once one was taken', async () => {
  const { mailer, attempt } = open(null, new MailDelayed('busy', 0), null);
  expect(mailer.canSend).toBe(true);
  await attempt();
  expect(mailer.canSend).toBe(true);
  expect(await attempt()).toBeInstanceOf(MailDelayed);
  expect(mailer.canSend).toBe(false);
  await attempt();
  expect(mailer.canSend).toBe(true);
});

test('one refused address says nothing about other mails; a wrong API key does', async () => {
  const { mailer, attempt } = open(new MailRefused('no such mailbox'), new MailRefused('wrong key', { isOurs: true }));
  await attempt();
  expect(mailer.canSend).toBe(true);
  await attempt();
  expect(mailer.canSend).toBe(false);
});

test('after a quarter of an hour without news nothing is held against it', async () => {
  const { clock, mailer, attempt } = open(new TypeError('fetch failed'));
  await attempt();
  clock.setBack(60 * 60_000);
  clock.advance(15 * 60_000 - 1);
  expect(mailer.canSend).toBe(false);
  clock.advance(1);
  expect(mailer.canSend).toBe(true);
});

test('giving up because the site is stopping is no failure', async () => {
  const { mailer, attempt } = open(new Error('aborted'));
  await attempt(AbortSignal.abort());
  expect(mailer.canSend).toBe(true);
});
