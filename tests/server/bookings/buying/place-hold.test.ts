import { describe, expect, test } from 'vitest';
import { dayStream } from '#events/day.ts';
import { confirmationPath } from '#server/bookings/paths.ts';
import type { Claim } from '#shared/booking/session-type.ts';
import { DATE } from '../../../events/facts.ts';
import { MINUTE, type Site, openSite } from '../site.ts';

const NEXT_DATE = '2027-03-17';
const KEY = '3f0e7ee8-21c2-4b0a-8f5c-4f1a6a1f0001';

async function dayOf(site: Site, date: typeof DATE = DATE): Promise<string> {
  const { am, pm } = await site.store.stateOf(dayStream(date));
  return `${am.kind} ${pm.kind}`;
}

describe('holding a slot', () => {
  test('leads to a checkout of the price, open as long as the hold', async () => {
    const site = openSite();
    const ada = site.visitor();
    const id = await ada.holds({ claim: 'full' });
    expect(site.payments.checkouts).toEqual([
      {
        key: `checkout:${id}:1`,
        booking: id,
        amount: 49_900,
        currency: 'usd',
        description: 'Full day, Tuesday, March 16, 2027, 7:00 am to 6:00 pm',
        email: 'ada@example.com',
        expiresAt: site.clock.now() + 30 * MINUTE,
        returnUrl: 'http://localhost:3000/book/return',
        cancelUrl: 'http://localhost:3000/book?service=full-day',
      },
    ]);
    expect(await site.row(id)).toMatchObject({ status: 'held', name: 'Ada Reyes' });
    expect((await site.state(id))?.checkouts).toEqual([ada.checkout]);
  });

  test('by fifty visitors at once gives it to one, and the nearest open slots to forty-nine', async () => {
    const site = openSite();
    const answers = await Promise.all(Array.from({ length: 50 }, () => site.visitor().hold()));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = answers.filter(({ refusal }) => refusal === 'slot-taken');
    expect(refused).toHaveLength(49);
    for (const { nearest } of refused) {
      expect(nearest).toEqual([
        { date: DATE, claim: 'pm' },
        { date: '2027-03-15', claim: 'am' },
        { date: '2027-03-15', claim: 'pm' },
        { date: '2027-03-17', claim: 'am' },
      ]);
    }
    expect(site.payments.checkouts).toHaveLength(1);
  });

  test('by fifty simultaneous visitors for its halves and its whole never leaves half of a full day', async () => {
    const site = openSite();
    const claims: Claim[] = ['am', 'pm', 'full'];
    const asks = Array.from({ length: 51 }, (_, index) => claims[index % 3]!);
    const answers = await Promise.all(asks.map((claim) => site.visitor().hold({ claim })));
    const won = asks.filter((_, index) => answers[index]?.status === 200).sort();
    expect([['am', 'pm'], ['full']]).toContainEqual(won);
    expect(await dayOf(site)).toBe('held held');
  });
});

describe('the same command again', () => {
  test('with the same key returns the first response, to any sender', async () => {
    const site = openSite();
    const ada = site.visitor();
    const first = await ada.hold({}, KEY);
    const before = site.store.position;
    expect(await ada.hold({}, KEY)).toEqual(first);
    expect(await site.visitor().hold({}, KEY)).toEqual(first);
    expect(site.store.position).toBe(before);
  });

  test.each([
    ['other details', { name: 'Ben Ortiz' }],
    ['another half of the day', { claim: 'pm' }],
    ['another date', { date: NEXT_DATE }],
  ] as const)('with the same key and %s is refused, and changes nothing', async (_, change) => {
    const site = openSite();
    const ada = site.visitor();
    const first = await ada.hold({}, KEY);
    const before = site.store.position;
    expect(await ada.hold(change, KEY)).toMatchObject({ status: 409, refusal: 'key-reused' });
    expect(await site.visitor().hold(change, KEY)).toMatchObject({ status: 409, refusal: 'key-reused' });
    expect(site.store.position).toBe(before);
    expect(await ada.hold({}, KEY)).toMatchObject({ redirect: expect.stringMatching(/^\/dev\/pay\//) });
    expect(first.status).toBe(200);
  });
});

describe("a visitor's own hold", () => {
  test('takes corrected details and keeps slot, time and checkout', async () => {
    const site = openSite();
    const ada = site.visitor();
    const id = await ada.holds();
    const { checkout } = ada;
    site.clock.advance(MINUTE);
    await ada.hold({ name: 'Ada R.', area: 'Ventura' });
    expect(ada.checkout).toBe(checkout);
    expect(site.history(id)).toEqual(['SlotHeld', 'CheckoutOpened', 'HoldRevised']);
    const expires = site.clock.now() + 29 * MINUTE;
    expect(await site.row(id)).toMatchObject({ name: 'Ada R.', area: 'Ventura', expires_at: expires });
    expect(await ada.currentHold()).toMatchObject({ eventId: id, expiresAt: expires, details: { name: 'Ada R.' } });
  });

  test('is swapped for another part of its day in one step, and can no longer be paid for', async () => {
    const site = openSite();
    const ada = site.visitor();
    const id = await ada.holds();
    const { checkout } = ada;
    const other = await ada.holds({ claim: 'full' });
    expect(other).not.toBe(id);
    expect(await dayOf(site)).toBe('held held');
    expect(await site.row(id)).toMatchObject({ status: 'expired' });
    expect(await site.sandbox.fetch(checkout)).toMatchObject({ status: 'expired' });
    await ada.holds({ claim: 'pm' });
    expect(await dayOf(site)).toBe('free held');
  });

  test('is traded for another date, and the old slot released', async () => {
    const site = openSite();
    const ada = site.visitor();
    const id = await ada.holds();
    const { checkout } = ada;
    await ada.holds({ date: NEXT_DATE });
    expect(await dayOf(site)).toBe('free free');
    expect(await dayOf(site, NEXT_DATE)).toBe('held free');
    expect(site.history(id)).toEqual(['SlotHeld', 'CheckoutOpened', 'HoldExpired']);
    expect(await site.sandbox.fetch(checkout)).toMatchObject({ status: 'expired' });
  });

  test('is swapped when the provider does not respond, to be paid later: the request waits for it once', async () => {
    const site = openSite();
    const ada = site.visitor();
    await ada.holds();
    site.payments.silent.add('expire');
    expect(await ada.hold({ date: NEXT_DATE })).toMatchObject({ status: 503, refusal: 'payments-down' });
    expect(site.payments.count('createCheckout')).toBe(1);
    expect(await ada.currentHold()).toMatchObject({ state: 'standing', slot: { date: NEXT_DATE } });
    expect(await ada.hold({ date: NEXT_DATE })).toMatchObject({ status: 200 });
  });

  test('that is paid during a swap is booked, and no other slot is held', async () => {
    const site = openSite();
    const ada = site.visitor();
    const id = await ada.holds();
    await ada.pays();
    expect(await ada.hold({ claim: 'pm' })).toMatchObject({ redirect: confirmationPath(id, 'half-day') });
    expect(await dayOf(site)).toBe('booked free');
  });
});
