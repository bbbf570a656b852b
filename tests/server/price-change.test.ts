/** A further price list applies from midnight in the business time zone, without a restart. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { PRICES } from '#shared/booking/prices.ts';
import { WORK_PATHS } from '#shared/business/public-pages.ts';
import { at } from '../events/facts.ts';
import { openRendered } from './web/render/rendered-site.ts';

const LAST_SECOND = at('2027-03-10T23:59:59-08:00');
const NEXT = { from: '2027-03-11', 'half-day': 32_900, 'full-day': 54_900 } as const;
const lists = PRICES as (typeof PRICES)[number][];

beforeEach(() => void lists.push(NEXT));
afterEach(() => void lists.pop());

function openBefore() {
  const site = openRendered();
  site.clock.advance(LAST_SECOND - site.clock.now());
  return site;
}

test.each(['/', '/pricing', '/areas/ojai', ...WORK_PATHS.slice(0, 1), '/legal/terms', '/book'])(
  'a cached page of %s ends with its prices',
  async (path) => {
    const site = openBefore();
    const first = await site.ask(path);
    expect(first.status).toBe(200);
    const before = await first.text();
    expect(before).toContain('$299');
    expect(before).not.toContain('$329');
    await site.ask(path);
    expect(site.rendered()).toEqual([path]);
    site.clock.advance(1000);
    const headers = { 'if-none-match': first.headers.get('etag') ?? '' };
    const second = await site.ask(path, headers);
    expect(second.status).toBe(200);
    const after = await second.text();
    expect(after).toContain('$329');
    expect(after).toContain('$549');
    expect(after).not.toContain('$299');
  },
);

test('a form that shows the old price is refused, and a hold keeps the price that its form showed', async () => {
  const site = openBefore();
  const early = site.visitor();
  const id = await early.holds({ claim: 'am' });
  site.clock.advance(1000);
  expect(await early.availability()).toMatchObject({ prices: { 'half-day': 29_900, 'full-day': 54_900 } });
  await early.pays();
  await early.returns();
  expect(await site.state(id)).toMatchObject({ status: 'confirmed', price: 29_900 });
  const late = site.visitor();
  expect(await late.availability()).toMatchObject({ prices: { 'half-day': 32_900, 'full-day': 54_900 } });
  const refused = { status: 409, refusal: 'price-changed', price: { shown: 29_900, now: 32_900 } };
  expect(await late.hold({ claim: 'pm' })).toMatchObject(refused);
  expect(await late.hold({ claim: 'pm', price: 32_900 })).toMatchObject({ status: 200 });
});
