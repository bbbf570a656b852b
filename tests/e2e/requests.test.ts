import { describe, expect, test } from 'vitest';
import { rpcPath } from '#shared/calls/rpc.ts';
import { BookingPage, pay, person, slotText } from './booking-page.ts';
import { type Visitor, hydrated } from './browser.ts';
import { openShop } from './shop.ts';

const shop = openShop();

describe('the status of a response', () => {
  test.each([
    ['/', 200],
    ['/book', 200],
    ['/healthz', 200],
    ['/readyz', 200],
    ['/nowhere', 404],
    ['/book/nowhere', 404],
    ['/book/confirmation', 404],
    ['/assets/nothing.js', 404],
    ['/dev/pay/nothing', 404],
    ['/_serverFn/nothing', 404],
  ])('%s: %i', async (path, status) => {
    expect((await shop.fetch(path)).status).toBe(status);
  });
});

describe('the confirmation page', () => {
  test('says of a held slot that it is held, whatever the URL claims', async () => {
    const visitor = await shop.visit();
    const { page } = visitor;
    const booking = new BookingPage(visitor);
    const slot = { date: await shop.day(3), claim: 'pm' } as const;
    const who = person('Not Yet Paid');
    await booking.open(slot);
    await booking.fillIn(who);
    await booking.sendToPay();
    const checkout = page.url();
    const eventId = await heldEventId(visitor);

    const stranger = await shop.visit();
    const address = `/book/confirmation?status=confirmed&service=full-day&eventId=${eventId}`;
    await stranger.page.goto(address);
    await stranger.page.getByRole('heading', { name: 'We’re waiting for your payment' }).waitFor();
    const seen = await stranger.page.content();
    for (const secret of [who.name, who.email, who.phone, who.address]) expect(seen).not.toContain(secret);

    // The page polls for the payment.
    await hydrated(stranger.page);
    await page.goto(checkout);
    await pay(page);
    await stranger.page.getByRole('heading', { name: 'Your visit is booked' }).waitFor();
    await expect.poll(() => stranger.page.getByRole('main').innerText()).toContain(slotText(slot));
  });
});

/** The public id of the visitor's own hold, as their pages have it. */
async function heldEventId({ context }: Visitor): Promise<string> {
  const response = await context.request.get(rpcPath('currentHold'));
  return ((await response.json()) as { eventId: string }).eventId;
}
