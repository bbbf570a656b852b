import { expect, test } from 'vitest';
import { dayStream } from '#events/day.ts';
import { expire } from '#server/bookings/buying/expire.ts';
import { rpcPath } from '#shared/calls/rpc.ts';
import { DATE } from '../../../events/facts.ts';
import { MINUTE, openSite } from '../site.ts';
import type { Visitor } from '../visitor.ts';

/** Presses the button as a browser without scripts does: it sends the whole form. */
async function forgets(visitor: Visitor): Promise<string> {
  const response = await visitor.request(rpcPath('forgetHold'), {
    method: 'POST',
    body: new URLSearchParams({ service: 'half-day', name: 'Ada', email: 'ada@example.com' }),
  });
  return `${response.status} ${response.headers.get('location')}`;
}

/** The next form's notice, and the values that it keeps from the previous one. */
async function told(visitor: Visitor) {
  const flash = await visitor.flashOn('/book');
  return { notice: flash?.notice, values: flash?.values };
}

async function held() {
  const site = openSite();
  const ada = site.visitor();
  const id = await ada.holds();
  return { site, ada, id, am: async () => (await site.store.stateOf(dayStream(DATE))).am.kind };
}

test('a released hold is open to others at once, and can no longer be paid', async () => {
  const { site, ada, id, am } = await held();
  expect(await forgets(ada)).toBe('303 /book');
  expect(site.history(id)).toEqual(['SlotHeld', 'CheckoutOpened', 'HoldExpired']);
  expect(await am()).toBe('free');
  expect(await ada.pays()).toBe(false);
});

test('a hold that was paid at the last moment stays, and its visitor is redirected to the confirmation', async () => {
  const { site, ada, id, am } = await held();
  await ada.pays();
  expect(await forgets(ada)).toBe(`303 /book/confirmation?status=confirmed&service=half-day&eventId=${id}`);
  expect((await site.state(id))?.status).toBe('confirmed');
  expect(await am()).toBe('booked');
  expect(await ada.currentHold()).toMatchObject({ state: 'booked', details: null });
  expect(await ada.ticket(id)).toMatchObject({ opensHere: true });
  expect(await ada.flashOn('/book/confirmation')).toBeNull();
});

test('the stored values of an expired hold are deleted, and the visitor reads so', async () => {
  const { site, ada, id } = await held();
  site.clock.advance(31 * MINUTE);
  await expire(site, id, 'lapsed', { correlation: 'a test' });
  await forgets(ada);
  expect(await told(ada)).toEqual({ notice: 'hold-forgotten', values: {} });
});

test('a booked visit stays booked when it is removed from the browser', async () => {
  const { site, ada, id } = await held();
  await ada.pays();
  await ada.returns();
  expect(await forgets(ada)).toBe('303 /book');
  expect((await site.state(id))?.status).toBe('confirmed');
  expect(await ada.currentHold()).toBeNull();
  expect(await told(ada)).toEqual({ notice: 'visit-forgotten', values: {} });
});
