/** Accounts, in each engine. */
import { expect, test } from 'vitest';
import { AccountPage, type Customer, customer, createAccount, linkIn } from '../account-page.ts';
import type { EngineLocator, EnginePage } from '../engine-page.ts';
import type { Shop } from '../shop.ts';
import type { EngineShop } from './engine.ts';

type Account = AccountPage<EngineLocator, EnginePage>;

export function accountFlows({ shop, visit }: EngineShop): void {
  test('a customer registers, confirms the address, signs out and signs in again', async () => {
    const account = new AccountPage(await visit({ size: 'phone' }));
    await registerAndSignIn(account, shop, customer('Rita Registers'));
  });

  passwordFlows({ shop, visit });
}

export function passwordFlows({ shop, visit }: EngineShop): void {
  test('a forgotten password is reset by the mailed link; the customer changes the profile, and the password again', async () => {
    const { page, ...visitor } = await visit();
    const account = new AccountPage({ page, ...visitor });
    const who = customer('Fred Forgets');
    await createAccount(who, shop);
    const renewed = await resetPassword(account, shop, who);
    await page.goBack();
    await account.arrives('/app');
    // The page of the used link isn't in the history.
    await page.goBack();
    await account.arrives('/forgot-password');
    await account.open('/app/profile');
    await changeProfile(account);
    await changePassword(account, renewed);
  });
}

/** Ends on `/app/profile`. */
export async function registerAndSignIn(account: Account, shop: Shop, who: Customer): Promise<void> {
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
}

/** Starts on `/app/profile`. */
export async function changeProfile(account: Account): Promise<void> {
  const { page } = account;
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
}

/** Starts on `/app/profile`. */
export async function changePassword(account: Account, who: Customer): Promise<void> {
  const form = account.part('Password');
  await form.getByLabel('Current password').fill('not the password');
  await form.getByLabel('New password').fill('another one entirely');
  await account.button('Change my password').click();
  await form.getByText('Error: ').waitFor();
  await form.getByLabel('Current password').fill(who.password);
  await form.getByLabel('New password').fill('another one entirely');
  await account.button('Change my password').click();
  await account.page.getByText('Your password is changed.').waitFor();
}

/** Ends on `/app`. Returns the customer with the new password. */
export async function resetPassword(account: Account, shop: Shop, who: Customer): Promise<Customer> {
  const { page } = account;
  await account.open('/forgot-password');
  await page.getByLabel('Email').fill(who.email);
  await account.button('Send the link').click();
  await account.heading('Check your email').waitFor();
  const reset = linkIn(await shop.mail(who.email, /^Choose a new password/), '/reset-password');
  await account.open(reset);
  await page.getByLabel('New password').fill('short');
  await account.button('Save and sign in').click();
  await page.getByText('Use at least 10 characters.').waitFor();
  const renewed = { ...who, password: 'a third one after the reset' };
  await page.getByLabel('New password').fill(renewed.password);
  await account.button('Save and sign in').click();
  await account.arrives('/app', 'Your new password is set.');
  await account.open(reset);
  await account.heading('This link no longer works').waitFor();
  return renewed;
}
