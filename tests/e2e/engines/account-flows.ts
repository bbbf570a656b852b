/** Accounts, in each engine. */
import { expect, test } from 'vitest';
import { AccountPage, customer, linkIn } from '../account-page.ts';
import type { DrawnVisitor } from '../browser.ts';
import type { Shop } from '../shop.ts';
import type { EngineShop } from './engine.ts';

export function accountFlows({ shop, visit }: EngineShop): void {
  test('an account is created, confirmed, signed in, changed, reset and deleted', async () => {
    await leadAccountLife(shop, await visit(), 'Life With');
  });
}

/** From registering to deleting the account. */
export async function leadAccountLife(shop: Shop, visitor: DrawnVisitor, name: string): Promise<void> {
  const who = customer(name);
  const account = new AccountPage(visitor);
  const { page } = account;

  await account.register(who);
  await account.heading('Check your email').waitFor();
  await page.getByText(who.email).waitFor();

  const confirm = linkIn(await shop.mail(who.email, /^Confirm your email/), '/verify-email');

  await account.open('/login');
  await account.signIn(who);
  await account.heading('Email or password is wrong').waitFor();

  await account.open(confirm);
  await page.getByText(who.email).waitFor();
  await page.getByLabel('Password').fill('not the password');
  await account.button('Confirm my address').click();
  await page.getByText('Error: ').waitFor();
  await page.getByLabel('Password').fill(who.password);
  await account.button('Confirm my address').click();
  await account.arrives('/app');
  await page.getByText(`Signed in as ${who.name}`).waitFor();
  await account.open(confirm);
  await account.heading('This link no longer works').waitFor();

  await account.open('/app/profile');
  await account.signOut();
  await account.open('/app/profile');
  await account.arrives('/login');
  await account.signIn(who);
  await account.arrives('/app/profile');

  const about = account.part('About you');
  await about.getByLabel('Phone').fill('123');
  await about.getByLabel('Street address').fill('12 Oak Street');
  await account.button('Save').click();
  await about.getByText('Enter the full phone number').waitFor();
  await expect.poll(() => about.getByLabel('Street address').inputValue()).toBe('12 Oak Street');
  await expect.poll(() => about.getByLabel('Phone').evaluate((field) => field.matches(':focus'))).toBe(true);
  await about.getByLabel('Phone').fill('805 555 0142');
  await about.getByLabel('City').selectOption('Ojai');
  await account.button('Save').click();
  await page.getByText('Saved.').waitFor();
  await page.reload();
  await account.ready();
  await expect.poll(() => about.getByLabel('Phone').inputValue()).toBe('805 555 0142');
  await expect.poll(() => about.getByLabel('City').inputValue()).toBe('Ojai');

  const moved = { ...who, email: `moved.${who.email}` };
  const mail = account.part('Email');
  await mail.getByLabel('New email address').fill(moved.email);
  await mail.getByLabel('Your password').fill('not the password');
  await account.button('Change my email address').click();
  await mail.getByText('Error: ').waitFor();
  await expect.poll(() => mail.getByLabel('New email address').inputValue()).toBe(moved.email);
  await mail.getByLabel('Your password').fill(who.password);
  await account.button('Change my email address').click();
  await page.getByText('We’ve emailed both addresses.').waitFor();
  await mail.getByText('Open the links we sent to both addresses.').waitFor();
  const confirmNew = linkIn(await shop.mail(moved.email, /^Confirm your new/), '/verify-email');
  const stranger = new AccountPage(await shop.visit({ scripts: false }));
  await stranger.open(confirmNew);
  await stranger.heading('Sign in first').waitFor();
  await account.open(confirmNew);
  await account.button('Confirm this address').click();
  await account.arrives('/app/profile');
  await mail.getByText('Now open the link we sent to the old one.').waitFor();
  await account.open(linkIn(await shop.mail(who.email, /^Change your email/), '/verify-email'));
  await account.button('Yes, change it').click();
  await account.arrives('/app/profile');
  await mail.getByText(moved.email).waitFor();

  const words = account.part('Password');
  await words.getByLabel('Current password').fill('not the password');
  await words.getByLabel('New password').fill('another one entirely');
  await account.button('Change my password').click();
  await words.getByText('Error: ').waitFor();
  await words.getByLabel('Current password').fill(who.password);
  await words.getByLabel('New password').fill('another one entirely');
  await account.button('Change my password').click();
  await page.getByText('Your password is changed.').waitFor();

  await account.signOut();
  await account.open('/forgot-password');
  await page.getByLabel('Email').fill(moved.email);
  await account.button('Send the link').click();
  await account.heading('Check your email').waitFor();
  const reset = linkIn(await shop.mail(moved.email, /^Choose a new password/), '/reset-password');
  await account.open(reset);
  await page.getByLabel('New password').fill('short');
  await account.button('Save and sign in').click();
  await page.getByText('Use at least 10 characters.').waitFor();
  const renewed = { ...moved, password: 'a third one after the reset' };
  await page.getByLabel('New password').fill(renewed.password);
  await account.button('Save and sign in').click();
  await account.arrives('/app', 'Your new password is set.');
  await account.open(reset);
  await account.heading('This link no longer works').waitFor();

  await account.open('/app/profile');
  const end = account.part('Delete your account');
  await end.getByText('What goes').waitFor();
  await end.getByText('What stays').waitFor();
  await end.getByLabel('Your password').fill('not the password');
  await account.button('Delete my account').click();
  await end.getByText('Error: ').waitFor();
  await end.getByLabel('Your password').fill(renewed.password);
  await account.button('Delete my account').click();
  await account.arrives('/', 'Your account is deleted.');
  // It stays there, unlike a toast, and only there.
  const said = account.page.getByRole('main').getByText('Your account is deleted.');
  await said.waitFor();
  await account.page.getByRole('banner').getByRole('link', { name: 'Pricing' }).click();
  await account.heading('Two lengths, two prices').waitFor();
  await expect.poll(() => said.count()).toBe(0);
  await account.open('/login');
  await account.signIn(renewed);
  await account.heading('Email or password is wrong').waitFor();
}
