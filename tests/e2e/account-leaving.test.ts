/**
 * A customer deletes the account while visits are ahead: the page shows the outcome for each visit and its payment, the customer
 * chooses, and the choice is carried out.
 */
import { describe, expect, test } from 'vitest';
import type { Slot } from '#shared/booking/availability.ts';
import { AccountPage, customer, openShopWithOwner } from './account-page.ts';
import { slotText } from './booking-page.ts';
import { ManagePage, bookByCalls, linkIn } from './manage-page.ts';
import { OWNER } from './shop.ts';

const shop = openShopWithOwner();

describe.each([true, false])('scripts %s', (scripts) => {
  const words = scripts ? 'With' : 'Without';

  test('kept: the visit stays, its link is mailed to the customer, and the owner is notified', async () => {
    const who = customer(`Keeps ${words}`);
    const visitor = await shop.visit({ scripts, in: 'chromium', size: 'phone' });
    const account = new AccountPage(visitor);
    const { page } = account;
    await account.registerByCalls(who, shop);
    const slot: Slot = { date: await shop.day(scripts ? 5 : 7), claim: 'am' };
    await bookByCalls(shop, slot, who.name);

    await account.open('/app/profile');
    const end = account.part('Delete your account');
    await end.getByText('You have a visit coming up').waitFor();
    await end.getByText('Cancel it and you get your $299 back.').waitFor();
    await end.getByText(`Emails about the visit still go to ${who.email}`).waitFor();
    await end.getByLabel('Your password').fill(who.password);
    await account.button('Delete my account').click();
    await end.getByText('Choose one: keep or cancel.').waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('visits');
    await page.keyboard.press('Space');
    await expect.poll(() => end.getByRole('radio', { name: /^Keep it/ }).isChecked()).toBe(true);
    await end.getByLabel('Your password').fill(who.password);
    await account.button('Delete my account').click();
    await account.arrives('/', 'What you booked stays booked');

    const when = slotText(slot);
    await shop.mail(OWNER, new RegExp(`^Account deleted, visit stays: ${when}`));
    const there = new ManagePage(visitor);
    await there.open(linkIn(await shop.mail(who.email, /^Still booked/)));
    await there.heading('Your visit');
    await account.open('/login');
    await account.signIn(who);
    await account.heading('Email or password is wrong').waitFor();
  });

  test('canceled: all visits are canceled at once, and the owner is notified', async () => {
    const who = customer(`Cancels ${words}`);
    const account = new AccountPage(await shop.visit({ scripts }));
    await account.registerByCalls(who, shop);
    const date = await shop.day(scripts ? 10 : 12);
    await bookByCalls(shop, { date, claim: 'pm' }, who.name);
    await account.open('/app/profile');
    const end = account.part('Delete your account');
    await end.getByRole('radio', { name: /^Cancel it/ }).check();
    await end.getByLabel('Your password').fill(who.password);
    await account.button('Delete my account').click();
    await account.arrives('/', 'Your account is deleted, and what you booked is canceled.');
    const again = await shop.hold({ date, claim: 'pm' });
    expect(again.status).toBe(200);
  });
});
