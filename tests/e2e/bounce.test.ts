import { expect, test } from 'vitest';
import { addDays } from '#shared/civil-date.ts';
import { AccountPage, OWNER_ACCOUNT, customer, openShopWithOwner } from './account-page.ts';
import { person } from './booking-page.ts';
import { bookByCalls } from './manage-page.ts';

const shop = openShopWithOwner();

test.each([true, false])(
  'mail that bounces in the local mailbox tells the owner whom to call, scripts: %s',
  async (scripts) => {
    const date = addDays(await shop.today(), scripts ? 3 : 4);
    const { name } = customer(scripts ? 'Bo Unced' : 'Ada Unced');
    const { email } = person(name);
    await bookByCalls(shop, { date, claim: 'pm' }, name);
    const account = new AccountPage(await shop.visit({ scripts, size: 'phone' }));
    const { page } = account;
    await page.goto(`/dev/mailbox/${(await shop.mail(email, /\(booked\)$/)).id}`);
    await account.button('Bounce').click();
    await page.getByText('The site has recorded that this mail was returned.').waitFor();
    await account.signInByCall(OWNER_ACCOUNT, shop, '/app/admin');
    await page.getByText(`Emails to ${name} bounce`).first().waitFor();
    const needs = await page.getByRole('region', { name: 'Needs attention' }).innerText();
    expect(needs).toContain(`We send no more email to ${email}.`);
  },
);
