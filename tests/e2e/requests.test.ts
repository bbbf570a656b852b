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

  test('an invalid booking is 422, a taken slot 409, malformed JSON 400', async () => {
    const post = (body: string, type = 'application/json') =>
      shop.fetch(rpcPath('hold'), { method: 'POST', headers: { 'content-type': type }, body });
    expect((await post('{}')).status).toBe(422);
    expect((await post('{')).status).toBe(400);
    expect((await post('{}', 'text/plain')).status).toBe(415);
    expect((await post(`"${'x'.repeat(70_000)}"`)).status).toBe(413);
    const slot = { date: await shop.day(2), claim: 'full' } as const;
    expect((await shop.hold(slot)).status).toBe(200);
    expect((await shop.hold(slot)).status).toBe(409);
    expect((await shop.hold({ date: '2020-01-01', claim: 'am' })).status).toBe(409);
  });
});

describe('the address of the booking page', () => {
  test('chooses the length', async () => {
    const { page } = await shop.visit();
    await page.goto('/book?service=full-day');
    await hydrated(page);
    await expect.poll(() => page.getByRole('radio', { name: 'Full day $499' }).isChecked()).toBe(true);
  });

  test('is ignored where it is invalid', async () => {
    const visitor = await shop.visit();
    const { page } = visitor;
    for (const search of ['service=weekend', 'service=%22half-day%22', 'month=2027-13&date=2027-02-30&claim=night']) {
      const response = await page.goto(`/book?${search}`);
      expect(response?.status()).toBe(200);
      await new BookingPage(visitor).ready();
      await expect.poll(() => page.getByRole('radio', { name: 'Half day $299' }).isChecked()).toBe(true);
      await expect.poll(() => page.locator('input[name^=slot]:checked').count()).toBe(0);
    }
  });
});

describe('the confirmation page', () => {
  test.each([true, false])('claims nothing for a reference that it does not know, scripts %s', async (scripts) => {
    const { page } = await shop.visit({ scripts });
    const unknown = ['01a1fd95-1146-7188-b12c-facfaf62f3b3', 'x'.repeat(500), '%3Cscript%3E'];
    const searches = unknown.map((id) => `?status=confirmed&service=half-day&eventId=${id}`);
    for (const search of ['', '?status=confirmed', ...searches]) {
      const response = await page.goto(`/book/confirmation${search}`);
      expect(response?.status()).toBe(404);
      await page.getByRole('heading', { name: 'We can’t find this booking' }).waitFor();
      await expect.poll(() => page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex');
      await expect.poll(() => page.getByRole('main').innerText()).not.toMatch(/is booked|Paid|\$/);
    }
  });

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
