/** Booking and paying with scripts turned off in the browser itself. By keyboard, because Playwright clicks and fills by script. */
import { expect, test } from 'vitest';
import type { EngineLocator } from '../engine-page.ts';
import { BookingPage, person, slotText } from '../booking-page.ts';
import type { EngineShop } from './engine.ts';

export function scriptlessFlow({ shop, visit }: EngineShop): void {
  test('with scripts turned off, a visitor books, is declined and pays, by keyboard', async () => {
    const visitor = await visit({ size: 'phone', scripts: false });
    const { page } = visitor;
    const booking = new BookingPage(visitor);
    const slot = { date: await shop.day(3), claim: 'am' } as const;
    const who = { ...person('Noah Script'), notes: 'Gate code 1234' };
    const press = async (element: EngineLocator, keys: string) => {
      await element.evaluate((each) => each.focus());
      await page.keyboard.type(keys);
    };

    await booking.open();
    await press(booking.slot(slot), ' ');
    await press(booking.group(who.task).locator('summary'), '\n');
    await press(page.getByRole('checkbox', { name: who.task }), ' ');
    await press(page.getByLabel('Notes'), who.notes);
    await press(page.getByLabel('City'), who.area);
    await press(page.getByLabel('Street address'), who.address);
    await press(page.getByLabel('Gate code'), who.gate);
    await press(page.getByLabel('Name'), who.name);
    await press(page.getByLabel('Email'), who.email);
    await press(page.getByLabel('Phone'), who.phone);
    await booking.hasChosen(slot);
    await booking.holds(who);
    await press(booking.button(/^Pay \$\d+ and book$/), '\n');
    await page.getByRole('heading', { name: /^Pay \$/ }).waitFor();
    await press(booking.button('Decline the card'), '\n');
    await page.getByRole('alert').getByText('The card was declined. Nothing was taken').waitFor();
    await press(booking.button(/^Pay \$\d+$/), '\n');
    await page.getByRole('heading', { name: 'Your visit is booked' }).waitFor();
    expect(await page.getByRole('main').innerText()).toContain(slotText(slot));
    await shop.mail(who.email, /\(booked\)$/);
  });
}
