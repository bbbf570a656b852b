import { expect, onTestFinished, test } from 'vitest';
import { LOG_STEPS } from '#db/log/event-log.ts';
import type { Mail, Mailer } from '#server/outside/mail/port.ts';
import { startWorkers } from '#server/workers.ts';
import { Person } from '../town.ts';
import { openIn, withFile } from '../../../db/folder.ts';
import { openSite } from '../../bookings/site.ts';
import { NO_MAILER } from '../../outside/mail/no-mailer.ts';
import { until } from '../../workers/run.ts';

test('a customer gets the mail about a booking while mails to many new accounts are refused', async () => {
  const site = openSite();
  const sent: Mail[] = [];
  const asked: string[] = [];
  const mailer: Mailer = {
    ...NO_MAILER,
    send: (letter, signal) => {
      if (letter.about.startsWith('booking-')) {
        sent.push(letter);
        return Promise.resolve();
      }
      asked.push(letter.to);
      // Never answered.
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('it stops'))));
    },
  };
  for (let index = 0; index < 3; index++) {
    const password = 'quiet otters paddle home';
    await new Person(site.visitor()).call('register', { name: 'N', email: `n${index}@example.com`, password });
  }
  const stop = startWorkers({ ...site, mailer });
  onTestFinished(stop);
  await until(() => asked.length > 0);
  const ada = site.visitor();
  await ada.holds({ email: 'ada@example.com' });
  ada.pays();
  await ada.returns();
  await until(() => sent.some(({ to }) => to === 'ada@example.com'));
});

test('an older log continues mail about accounts at the checkpoint of its single mail follower', () => {
  const { store: before, folder, close } = openIn();
  before.checkpoints.set('mail', 3);
  before.checkpoints.postpone('mail', { position: 1, lane: 'account-a', attempts: 2, due: 5, done: ['customer'] });
  before.checkpoints.postpone('mail', { position: 2, lane: 'booking-b', attempts: 1, due: 6, done: [] });
  close();
  withFile(folder, 'log.db', (db) => {
    db.exec(`ALTER TABLE shop DROP COLUMN level; DELETE FROM checkpoints WHERE follower = 'account-mail'`);
    db.pragma(`user_version = ${LOG_STEPS.findIndex((step) => step.includes("'account-mail'"))}`);
  });
  const { checkpoints } = openIn(folder).store;
  expect([checkpoints.get('account-mail'), checkpoints.get('mail')]).toEqual([3, 3]);
  expect(checkpoints.nextPostponed('account-mail')).toMatchObject({ position: 1, attempts: 2, done: ['customer'] });
  expect(checkpoints.nextPostponed('mail')).toMatchObject({ position: 2, lane: 'booking-b' });
});
