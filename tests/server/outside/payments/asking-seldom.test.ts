import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { confirmationPath } from '#server/bookings/paths.ts';
import { type Site, openSite } from '../../bookings/site.ts';

const EVERY_MS = 2500;

async function held() {
  const site = openSite(undefined, { RATE_LIMIT: '0' }, EVERY_MS);
  const ada = site.visitor();
  const id = await ada.holds();
  return { site, ada, id, confirmation: `303 ${confirmationPath(id, 'half-day')}` };
}

function times<Result>(count: number, act: () => Promise<Result>): Promise<Result[]> {
  return Promise.all(Array.from({ length: count }, act));
}

/** Turns of the event loop after which all simultaneous callers wait. */
const TURNS = 100;

/** The result after the clock has passed the pause between calls. */
async function afterPause<Result>({ clock }: Site, asked: Promise<Result>): Promise<Result> {
  for (let turn = 0; turn < TURNS; turn++) await nextTurn();
  clock.advance(EVERY_MS);
  return asked;
}

test('three hundred simultaneous returns make two calls: one at once, and one shared by all others', async () => {
  const { site, ada } = await held();
  const returns = times(300, () => ada.copy().returns(ada.checkout));
  expect(new Set(await afterPause(site, returns))).toEqual(new Set(['303 /book?service=half-day']));
  expect(site.payments.count('fetch')).toBe(2);
});

test('a customer who has just paid never gets an answer from before the payment', async () => {
  const { site, ada, confirmation } = await held();
  expect(await ada.returns()).toBe('303 /book?service=half-day');
  await ada.pays();
  const returned = ada.returns();
  await site.clock.idle();
  site.clock.advance(EVERY_MS - 1);
  expect(site.payments.count('fetch')).toBe(1);
  site.clock.advance(1);
  expect(await returned).toBe(confirmation);
  expect(site.payments.count('fetch')).toBe(2);
});

test('pages use the cached answer: reloading them makes no call', async () => {
  const { site, ada } = await held();
  const shown = await times(100, () => ada.copy().currentHold());
  expect(new Set(shown.map((hold) => hold?.payUrl))).toEqual(new Set([`/dev/pay/${ada.checkout}`]));
  expect(site.payments.count('fetch')).toBe(0);
  site.clock.advance(EVERY_MS);
  await times(100, () => ada.copy().currentHold());
  expect(site.payments.count('fetch')).toBe(1);
});
