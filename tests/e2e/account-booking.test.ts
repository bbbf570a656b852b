import { describe, expect, test } from 'vitest';
import { AccountPage, customer, openShopWithOwner } from './account-page.ts';
import type { AnyPage } from './any-page.ts';
import { BookingPage, person } from './booking-page.ts';

const FIELDS = ['name', 'email', 'phone', 'area', 'address'] as const;

/** The values of the booking form. */
function answers(page: AnyPage): Promise<string[]> {
  return Promise.all(FIELDS.map((name) => page.locator(`.booking-form [name=${name}]`).inputValue()));
}

const NONE = ['', '', '', '', ''];

describe.each([true, false])('scripts %s', (scripts) => {
  const shop = openShopWithOwner();

  test('a signed-in customer finds the booking form filled in; typed values stay, and no other visitor sees any of them', async () => {
    const who = customer(`Books ${scripts ? 'With' : 'Without'}`);
    const account = new AccountPage(await shop.visit({ scripts }));
    const { page } = account;
    await account.registerByCalls(who, shop, '/app/profile');
    const about = account.part('About you');
    await about.getByLabel('Phone').fill('805 555 0142');
    await about.getByLabel('City').selectOption('Ojai');
    await about.getByLabel('Street address').fill('12 Oak Street');
    await account.button('Save').click();
    await page.getByText('Saved.').waitFor();
    const known = [who.name, who.email, '805 555 0142', 'Ojai', '12 Oak Street'];

    await page.getByRole('banner').getByRole('link', { name: 'Book', exact: true }).click();
    await account.arrives('/book');
    await expect.poll(() => answers(page)).toEqual(known);
    await account.open('/book');
    await expect.poll(() => answers(page)).toEqual(known);

    await page.locator('[name=address]').fill('7 Elm Court');
    await page.locator('[name=phone]').fill('');
    if (scripts) await page.reload();
    else await page.getByRole('button', { name: 'Pay $' }).click();
    await account.ready();
    await expect.poll(() => answers(page)).toEqual([who.name, who.email, '', 'Ojai', '7 Elm Court']);

    const stranger = new AccountPage(await shop.visit({ scripts }));
    for (const path of ['/', '/book']) {
      await stranger.open(path);
      expect(await stranger.page.content()).not.toContain(who.email);
    }
    await expect.poll(() => answers(stranger.page)).toEqual(NONE);

    await account.open('/app');
    await account.signOut();
    await account.open('/book');
    await expect.poll(() => answers(page)).toEqual(NONE);
  });

  test('a customer who was signed out in another tab reads so, and books as a guest by pressing the button again', async () => {
    const who = customer(`Books After ${scripts ? 'With' : 'Without'}`);
    const visitor = await shop.visit({ scripts });
    const account = new AccountPage(visitor);
    await account.registerByCalls(who, shop);
    const booking = new BookingPage(visitor);
    await booking.open({ date: await shop.day(3), claim: scripts ? 'am' : 'pm' });
    await booking.fillIn(person(`Guest ${scripts}`));
    await visitor.page.context().clearCookies({ name: /session/ });
    await booking.send();
    await visitor.page.getByText('You’ve been signed out').waitFor();
    await booking.sendToPay();
    expect(visitor.page.url()).toContain('/pay/');
  });
});
