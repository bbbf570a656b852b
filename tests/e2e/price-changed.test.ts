import { describe, expect, test } from 'vitest';
import { BookingPage, person } from './booking-page.ts';
import { openShop } from './shop.ts';

const shop = openShop();

describe.each([true, false])('scripts %s', (scripts) => {
  test('a price that changed after the page was opened is told before paying, and nothing typed is lost', async () => {
    const visitor = await shop.visit({ scripts, size: 'phone' });
    const { page, complaints } = visitor;
    const booking = new BookingPage(visitor);
    const who = person(`Price ${scripts ? 'With' : 'Without'}`);
    const slot = { date: await shop.day(scripts ? 0 : 1), claim: 'am' } as const;
    await booking.open(slot);
    await booking.fillIn(who);
    const shown = page.locator('input[name=price-half-day]');
    await shown.evaluate((input) => input.setAttribute('value', '27900'));
    await booking.send();
    const notice = booking.notice('The price has changed');
    await expect
      .poll(() => notice.innerText())
      .toContain('This visit was $279 when you opened the page. It’s $299 now.');
    await booking.holds(who);
    await expect.poll(() => shown.inputValue()).toBe('29900');
    await booking.sendToPay();
    await expect.poll(() => page.getByRole('heading', { level: 1 }).innerText()).toBe('Pay $299');
    complaints.splice(0);
  });
});
