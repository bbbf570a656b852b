/** A customer sees on the confirmation that the email address is wrong, and corrects it, with and without script, on a phone. */
import { describe, expect, test } from 'vitest';
import { inChromium } from './browser.ts';
import { problems } from './accessibility.ts';
import { AccountPage, OWNER_ACCOUNT, openShopWithOwner } from './account-page.ts';
import { ManagePage, bookByCalls, bookOnSite, linkIn } from './manage-page.ts';

const shop = openShopWithOwner();
const CORRECTED = /\(details corrected\)$/;

describe.each([true, false])('scripts %s', (scripts) => {
  test('a wrong address is corrected where it was paid: the new one gets the new link, the old link opens nothing', async () => {
    const visitor = await shop.visit({ scripts, in: 'chromium', size: 'phone' });
    const manage = new ManagePage(visitor);
    const page = inChromium(visitor.page);
    // Problems are looked for by a script.
    const found = async () => (scripts ? problems(page) : []);
    const slot = { date: await shop.day(scripts ? 5 : 6), claim: 'am' } as const;
    const { who, link } = await bookOnSite(shop, visitor, slot, `Mia Typed ${scripts}`);
    await manage.says(`We’ve emailed the details to ${who.email}`);
    await manage.follow('Correct it');
    await manage.heading('Correct your details');
    expect(await found()).toEqual([]);
    const email = page.getByRole('textbox', { name: 'Email' });
    expect(await email.inputValue()).toBe(who.email);
    await email.fill('mia@');
    await page.getByRole('textbox', { name: 'Street address' }).fill('21 Anacapa St');
    await page.getByRole('button', { name: 'Correct my details' }).click();
    await manage.says('Enter an email address like name@example.com.');
    expect(await email.inputValue()).toBe('mia@');
    expect(await page.getByRole('textbox', { name: 'Street address' }).inputValue()).toBe('21 Anacapa St');
    await email.fill('mia@gmial.com');
    await page.getByRole('button', { name: 'Correct my details' }).click();
    await manage.says('Did you mean mia@gmail.com?');
    const right = `mia.right.${scripts}@example.com`;
    await email.fill(right);
    await page.getByRole('button', { name: 'Correct my details' }).click();
    await manage.says(`We’ve emailed the confirmation with a new link to ${right}.`);
    await manage.says('21 Anacapa St');
    expect(await manage.history()).toContain('You corrected your email address and street address.');
    expect(await found()).toEqual([]);
    const home = new ManagePage(await shop.visit({ scripts: false }));
    await home.open(link);
    await home.heading('This link has been replaced');
    await home.open(linkIn(await shop.mail(right, CORRECTED)));
    await home.says(right);
    await home.follow('Correct your details');
    await home.heading('We’ll correct it for you');
    // Chromium reports the status of a page that answers a refused form.
    expect(visitor.complaints.filter((complaint) => !/status of 422/.test(complaint))).toEqual([]);
  });
});

test('the owner corrects what a customer typed wrong', async () => {
  const date = await shop.day(2);
  const { who } = await bookByCalls(shop, { date, claim: 'pm' }, 'Nora Called');
  const account = new AccountPage(await shop.visit({ size: 'phone' }));
  const { page } = account;
  await account.signInByCall(OWNER_ACCOUNT, shop, '/app/admin/bookings');
  await page.getByRole('link', { name: who.name }).first().click();
  await account.heading(/^Booking /).waitFor();
  await page.locator('summary').filter({ hasText: 'Correct name, contact, or address' }).click();
  await page.getByRole('textbox', { name: 'Email (optional)' }).fill('nora.right@example.com');
  await account.button('Correct the details').click();
  await page.getByText('The confirmation with a new link is on its way to nora.right@example.com.').first().waitFor();
  const story = page.getByRole('region', { name: 'Everything that happened' });
  await expect
    .poll(() => story.innerText())
    .toContain(`We corrected the customer’s email address. By ${OWNER_ACCOUNT.name}.`);
  await shop.mail('nora.right@example.com', CORRECTED);
});
