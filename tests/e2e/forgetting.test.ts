import { describe, expect, test } from 'vitest';
import { BookingPage, person } from './booking-page.ts';
import { openShop } from './shop.ts';

const shop = openShop();

describe.each([true, false])('scripts %s', (scripts) => {
  test('a visitor can release a hold: the slot is open to others at once, and the browser forgets the typed values', async () => {
    const visitor = await shop.visit({ scripts, size: 'phone' });
    const { page } = visitor;
    const booking = new BookingPage(visitor);
    const slot = { date: await shop.day(scripts ? 0 : 1), claim: 'am' } as const;
    const who = person(`Gives Back ${scripts}`);
    await booking.open(slot);
    await booking.fillIn(who);
    await booking.sendToPay();
    const checkout = page.url();
    await page.goto('/book');
    await booking.ready();
    const other = new BookingPage(await shop.visit({ scripts }));
    await other.open();
    await other.slot({ ...slot, claim: 'pm' }).waitFor();
    await expect.poll(() => other.slot(slot).count()).toBe(0);

    await page.getByText('The time opens to others right away, nothing is charged').waitFor();
    await expect.poll(() => page.getByText('close this tab afterward').isVisible()).toBe(!scripts);
    await booking.button('Give the time back').click();
    await page.getByRole('heading', { name: /^You’re holding/ }).waitFor({ state: 'detached' });
    await booking.ready();
    expect(new URL(page.url()).pathname).toBe('/book');
    const said = page.getByText('You’ve given the time back. It’s open to others again');
    await said.waitFor();
    await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('');
    await expect.poll(() => page.getByLabel('Street address').inputValue()).toBe('');
    expect(await page.content()).not.toContain(who.email);
    await other.reloadUntil(other.slot(slot));
    await page.getByRole('link', { name: 'Pricing' }).first().click();
    await page.waitForURL('**/pricing');
    await said.waitFor({ state: 'detached' });
    await page.goto(checkout);
    await page.getByText('This checkout is closed. Nothing was taken.').waitFor();
  });
});
