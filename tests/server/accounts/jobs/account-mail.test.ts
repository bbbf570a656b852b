import { onTestFinished, test } from 'vitest';
import type { Mail, Mailer } from '#server/outside/mail/port.ts';
import { startWorkers } from '#server/compose.ts';
import { Person } from '../town.ts';
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
  await ada.pays();
  await ada.returns();
  await until(() => sent.some(({ to }) => to === 'ada@example.com'));
});
