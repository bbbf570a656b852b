import { expect, test } from 'vitest';
import { BookingPage, pay, person, slotText } from './booking-page.ts';
import { openShop } from './shop.ts';

const shop = openShop({ hasBfcache: true });

test('a bfcached page works again, and shows the hold that was made from it', async () => {
  const visitor = await shop.visit({ size: 'phone' });
  const { page } = visitor;
  const booking = new BookingPage(visitor);
  const slot = { date: await shop.day(1), claim: 'am' } as const;
  const who = person('Kept Alive');
  await page.addInitScript(() => {
    addEventListener('pageshow', ({ persisted }) => Reflect.set(window, 'wasKept', persisted));
  });
  await booking.open();
  await booking.choose(slot);
  await booking.fillIn(who);
  await booking.sendToPay();
  const checkout = page.url();

  await page.goBack({ waitUntil: 'commit' });
  await page.getByRole('heading', { name: `You’re holding ${slotText(slot)}` }).waitFor();
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'wasKept'))).toBe(true);
  await booking.holds(who);
  await booking.hasChosen(slot);
  await booking.sendToPay();
  expect(page.url()).toBe(checkout);

  await shop.passMinutes(31);
  await page.goBack({ waitUntil: 'commit' });
  await page.getByRole('heading', { name: 'Your hold ended before you paid' }).waitFor();
  await booking.holds(who);
  await booking.sendToPay();
  expect(page.url()).not.toBe(checkout);
  await pay(page);
  await page.getByRole('heading', { name: 'Your visit is booked' }).waitFor();
});
