import { describe, expect, test } from 'vitest';
import { rpcPath } from '#shared/calls/rpc.ts';
import { BookingPage, person } from './booking-page.ts';
import { openShop } from './shop.ts';

const shop = openShop();

describe.each([
  { size: 'phone', scripts: true, after: 0 },
  { size: 'phone', scripts: false, after: 1 },
  { size: 'desktop', scripts: true, after: 2 },
] as const)('on a $size, scripts $scripts', ({ size, scripts, after }) => {
  test('a PO box and a mistyped mail provider are asked about, kept, confirmed or corrected, and paid for', async () => {
    const visitor = await shop.visit({ size, scripts });
    const { page } = visitor;
    const booking = new BookingPage(visitor);
    const who = { ...person(`Pia Box${after}`), address: 'PO Box 12', email: `pia${after}@gmial.com` };
    const isStepped = scripts && size === 'phone';
    const confirm = page.getByRole('checkbox', { name: 'You can find the place with this address' });
    const mailQuestion = page.getByText(`Did you mean pia${after}@gmail.com?`).last();

    await booking.open({ date: await shop.day(after), claim: 'am' });
    if (isStepped) {
      await booking.goTo('place');
      await page.getByLabel('City').selectOption(who.area);
      await page.getByLabel('Street address').fill(who.address);
      await booking.button(/^Next/).click();
      await confirm.check();
      await booking.fillIn(who);
      await booking.send();
    } else {
      await booking.fillIn(who);
      await booking.send();
      await confirm.check();
    }
    await mailQuestion.waitFor();
    await booking.holds(who);
    // Without script, the answer to a form is a page at the form's own address.
    expect(new URL(page.url()).pathname).toBe(scripts ? '/book' : rpcPath('hold'));
    await page.getByLabel('Email').fill(`pia${after}@gmail.com`);
    await booking.sendToPay();

    // Back from the payment page, the answers of the hold are not asked about again.
    await page.goto('/book');
    await booking.ready();
    await booking.goTo('person');
    await booking.sendToPay();
  });
});
