import { describe, expect, test } from 'vitest';
import { bookingStream } from '#events/booking/booking.ts';
import { openCheckout } from '#events/booking/holding.ts';
import { checkoutUrl } from '#server/bookings/buying/checkout.ts';
import { expire } from '#server/bookings/buying/expire.ts';
import { confirmationPath } from '#server/bookings/paths.ts';
import { MINUTE, openSite } from '../site.ts';

const CAUSE = { correlation: 'a test' };

async function held() {
  const site = openSite();
  const ada = site.visitor();
  const id = await ada.holds();
  return { site, ada, id, url: () => checkoutUrl(site, id, 'ada@example.com', CAUSE) };
}

describe('an unreachable provider', () => {
  test('when the checkout is opened is a refusal that loses nothing; the next attempt works', async () => {
    const site = openSite();
    const ada = site.visitor();
    site.payments.down.add('createCheckout');
    expect(await ada.hold()).toMatchObject({ status: 503, refusal: 'payments-down' });
    expect(await site.visitor().hold()).toMatchObject({ refusal: 'slot-taken' });
    site.payments.down.clear();
    expect(await ada.hold()).toMatchObject({ status: 200 });
    expect(await ada.pays()).toBe(true);
  });
});

describe('where a hold is paid', () => {
  test('stays the same while its checkout is open', async () => {
    const { url, ada } = await held();
    expect(await url()).toBe(`/dev/pay/${ada.checkout}`);
  });

  test('is a new checkout once the last one was closed, with a key of its own', async () => {
    const { site, ada, id, url } = await held();
    await site.sandbox.expire(ada.checkout);
    expect(await url()).not.toBe(`/dev/pay/${ada.checkout}`);
    expect(site.payments.checkouts.map(({ key }) => key)).toEqual([`checkout:${id}:1`, `checkout:${id}:2`]);
    expect((await site.state(id))?.checkouts).toHaveLength(2);
  });

  test('is one new checkout for any number of simultaneous requests', async () => {
    const { site, ada, id, url } = await held();
    await site.sandbox.expire(ada.checkout);
    const urls = await Promise.all([url(), url(), url()]);
    expect(new Set(urls).size).toBe(1);
    expect((await site.state(id))?.checkouts).toHaveLength(2);
  });

  test('is a new checkout when the last one took a wrong amount', async () => {
    const { site, ada, id, url } = await held();
    const request = { ...site.payments.checkouts[0]!, key: `checkout:${id}:2`, amount: 100 };
    await site.sandbox.expire(ada.checkout);
    const cheap = await site.sandbox.createCheckout(request);
    await site.store.change({
      streams: { booking: bookingStream(id) },
      decide: (states) => openCheckout(states, cheap.id, site.clock.now()),
      cause: CAUSE,
    });
    await site.sandbox.pay(cheap.id, 'pay');
    expect(await url()).toMatch(/^\/dev\/pay\//);
    expect(await site.row(id)).toMatchObject({ status: 'held', refund: 'requested' });
    expect((await site.state(id))?.checkouts).toHaveLength(3);
  });
});

describe('a hold after its 30 minutes', () => {
  test('opens no checkout, even before its expiry is recorded', async () => {
    const { site, url } = await held();
    site.clock.advance(30 * MINUTE - 1);
    await expect(url()).resolves.toMatch(/^\/dev\/pay\//);
    site.clock.advance(1);
    await expect(url()).rejects.toMatchObject({ refusal: 'not-held' });
    expect(site.payments.checkouts).toHaveLength(1);
  });

  test('leads to its confirmation if it was paid in time', async () => {
    const { site, ada, id, url } = await held();
    await ada.pays();
    site.clock.advance(45 * MINUTE);
    expect(await url()).toBe(confirmationPath(id, 'half-day'));
    expect(await site.row(id)).toMatchObject({ status: 'confirmed' });
  });

  test('leaves no open checkout when it expires while one is being opened', async () => {
    const { site, ada, id, url } = await held();
    await site.sandbox.expire(ada.checkout);
    site.payments.after('createCheckout', () => expire(site, id, 'replaced', CAUSE));
    await expect(url()).rejects.toMatchObject({ refusal: 'not-held' });
    const opened = await site.sandbox.createCheckout(site.payments.checkouts[1]!);
    expect(opened.status).toBe('expired');
  });
});
