import { setTimeout as delay } from 'node:timers/promises';
import { openStore } from '#db/open-store.ts';
import type { Profile } from '#shared/account/account.ts';
import { rpcPath } from '#shared/calls/rpc.ts';
import { toldVisits } from '#shared/booking/shown-outcomes.ts';
import { startServer } from '../e2e/server.ts';
import { Browser } from './browser.ts';
import { recordHistory } from './history.ts';
import { PERSONAL } from './holdings.ts';
import type { Figure, Measurement } from './measurement.ts';
import { withFolder } from './temp-folder.ts';

const EVENTS_A_BOOKING = 6;
const OWNER = { name: 'Rosa Lind', email: 'rosa@example.com', password: 'seven lamps in a drawer' };
const CUSTOMER = { name: PERSONAL.name, email: PERSONAL.email, password: 'quiet otters paddle home' };

async function confirmationToken(origin: string, address: string): Promise<string> {
  for (;;) {
    const response = await fetch(`${origin}/dev/mailbox`, { headers: { accept: 'application/json' } });
    const mails = (await response.json()) as { to: string; text: string }[];
    const mail = mails.find(({ to, text }) => to === address && text.includes('token='));
    if (mail) return /token=([\w-]+)/.exec(mail.text)?.[1] ?? '';
    await delay(50);
  }
}

/** How long something takes, and the longest that another visitor's page takes meanwhile. */
async function beside(origin: string, work: () => Promise<unknown>): Promise<{ ms: number; otherMs: number }> {
  const begin = performance.now();
  const worked = work().then(() => performance.now() - begin);
  let otherMs = 0;
  for (;;) {
    const asked = performance.now();
    const answered = fetch(`${origin}/pricing`).then((response) => response.text());
    const ms = await Promise.race([worked, answered.then(() => null)]);
    await answered;
    otherMs = Math.max(otherMs, performance.now() - asked);
    if (ms !== null) return { ms, otherMs };
  }
}

/** The longest that a visitor's page takes while no other visitor asks for anything. */
async function pricingAlone(origin: string): Promise<number> {
  const times: number[] = [];
  for (let count = 0; count < 40; count++) {
    const begin = performance.now();
    await fetch(`${origin}/pricing`).then((response) => response.text());
    times.push(performance.now() - begin);
  }
  // The first ones load what all need.
  return Math.max(...times.slice(20));
}

export const largeAccount: Measurement = {
  name: 'large-account',
  run: ({ quick }) =>
    withFolder(async (folder) => {
      const bookings = quick ? 500 : 10_000;
      const store = await openStore({ folder, now: Date.now });
      await recordHistory(store, bookings * EVENTS_A_BOOKING);
      store.close();
      const server = await startServer({ DATA_FOLDER: folder, LOG_LEVEL: 'warn', RATE_LIMIT: '0' });
      const { origin } = server;
      try {
        await new Browser(origin).call('register', OWNER);
        const customer = new Browser(origin);
        await customer.call('register', CUSTOMER);
        const token = await confirmationToken(origin, CUSTOMER.email);
        const { password } = CUSTOMER;
        const steps: Readonly<Record<string, () => Promise<unknown>>> = {
          'address confirmed, bookings adopted': () => customer.call('confirmEmail', { token, password }),
          'first dashboard': () => customer.ask(rpcPath('dashboard')),
          dashboard: () => customer.ask(rpcPath('dashboard')),
          'page of the dashboard': () => customer.ask('/app'),
          'page of all bookings': () => customer.ask('/app/bookings'),
          'last page of all bookings': () => customer.ask('/app/bookings?page=500'),
          'data export': () => customer.ask('/app/profile/export'),
          'account deleted': async () => {
            const { visitsAhead } = JSON.parse(await customer.ask(rpcPath('profile'))) as Profile;
            return customer.call('deleteAccount', { password, visits: 'cancel', told: toldVisits(visitsAhead) });
          },
        };
        const times: Figure[] = [];
        const others: Figure[] = [];
        const alone = await pricingAlone(origin);
        for (const [what, step] of Object.entries(steps)) {
          const { ms, otherMs } = await beside(origin, step);
          times.push({ what, value: ms });
          others.push({ what, value: otherMs, floor: alone });
        }
        return [
          { title: `A customer with ${bookings} bookings, milliseconds until the answer`, figures: times },
          {
            title: "The longest that another visitor's page takes meanwhile, milliseconds",
            floor: 'the longest of twenty while nothing goes on',
            figures: others,
          },
        ];
      } finally {
        await server.stop();
      }
    }),
};
