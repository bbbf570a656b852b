import { setImmediate as nextTurn } from 'node:timers/promises';
import { SandboxPayments } from '#server/outside/payments/sandbox.ts';
import { startWorkers } from '#server/compose.ts';
import { expect, test } from 'vitest';
import { openApplication } from '../bookings/application.ts';
import { NO_MAILER } from '../outside/mail/no-mailer.ts';
import { seededShop } from './seeded-shop.ts';

/** Turns of the event loop in which every worker has looked at what is due. */
const TURNS = 2000;

test('the first start over a seeded shop sends no mail and records nothing', async () => {
  const { folder, end } = await seededShop();
  const site = openApplication({
    folder,
    now: end,
    openPayments({ payments }, clock, store) {
      if (payments.kind !== 'sandbox') throw new Error('these tests take place in the sandbox');
      return new SandboxPayments({ store, clock, webhookSecrets: payments.webhookSecrets });
    },
  });
  const before = site.store.position;
  const sent: string[] = [];
  const stop = startWorkers({
    ...site,
    mailer: { ...NO_MAILER, send: async ({ subject }) => void sent.push(subject) },
  });
  for (let turn = 0; turn < TURNS; turn++) await nextTurn();
  await stop();
  expect({ sent, recorded: site.store.position - before }).toEqual({ sent: [], recorded: 0 });
});
