import { expect, test } from 'vitest';
import { expire } from '#server/bookings/buying/expire.ts';
import { civilDateAt, instantOf } from '#events/business-time.ts';
import { DATE, PERSONAL } from '../../../events/facts.ts';
import { MINUTE, openSite } from '../site.ts';
import { details } from '../visitor.ts';

const GATE = { gate: '#4417' };
const { price: _price, ...TYPED } = details(GATE);

test('a ticket has the session type, the date, and of the customer the first letter and the domain of the address alone', async () => {
  const site = openSite();
  const ada = site.visitor();
  const eventId = await ada.holds({ claim: 'full' });
  const today = civilDateAt(site.clock.now(), 'America/Los_Angeles');
  const known = { eventId, service: 'full-day', date: DATE, claim: 'full', priceCents: 49_900 };
  const ticket = { ...known, method: 'online', opensHere: false, mailedTo: null, canCorrect: false };
  expect(await site.visitor().ticket(eventId)).toEqual({
    ...ticket,
    state: 'held',
    today,
    cancel: null,
    freeChangesThrough: null,
    policy: null,
  });
  await ada.pays();
  await ada.returns();
  const confirmed = await site.visitor().ticket(eventId);
  const fixed = { freeChangesThrough: '2027-03-14', policy: 'two-days-notice' };
  expect(confirmed).toEqual({
    ...ticket,
    ...fixed,
    state: 'confirmed',
    cancel: 'refund',
    today,
    mailedTo: 'a…@example.com',
  });
  const end = instantOf(DATE, 18, 'America/Los_Angeles');
  site.clock.advance(end - 1 - site.clock.now());
  expect(await site.visitor().ticket(eventId)).toMatchObject({ state: 'confirmed', cancel: null });
  site.clock.advance(1);
  expect(await site.visitor().ticket(eventId)).toMatchObject({ state: 'over', mailedTo: null });
  for (const secret of Object.values(PERSONAL)) expect(JSON.stringify(confirmed)).not.toContain(secret);
});

test('a visitor’s valid hold is returned with the typed values and the checkout', async () => {
  const site = openSite();
  const ada = site.visitor();
  expect(await ada.currentHold()).toBeNull();
  const eventId = await ada.holds(GATE);
  expect(await ada.currentHold()).toEqual({
    eventId,
    state: 'standing',
    slot: { date: DATE, claim: 'am' },
    expiresAt: site.clock.now() + 30 * MINUTE,
    payUrl: `/dev/pay/${ada.checkout}`,
    details: TYPED,
  });
});

test('a hold is valid for 30 minutes, and returned as lapsed after that', async () => {
  const site = openSite();
  const ada = site.visitor();
  const id = await ada.holds(GATE);
  site.clock.advance(30 * MINUTE - 1);
  expect(await ada.currentHold()).toMatchObject({ state: 'standing' });
  site.clock.advance(1);
  const lapsed = { state: 'lapsed', payUrl: null, details: TYPED };
  expect(await ada.currentHold()).toMatchObject(lapsed);
  await expire(site, id, 'lapsed', { correlation: 'a test' });
  expect(await ada.currentHold()).toMatchObject(lapsed);
});
