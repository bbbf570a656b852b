import { describe, expect, test } from 'vitest';
import { AccountPage, type Customer, customer, linkIn, openShopWithOwner } from './account-page.ts';
import { changePassword, changeProfile, registerAndSignIn, resetPassword } from './engines/account-flows.ts';

const shop = openShopWithOwner();

test('without script, an account is created, confirmed, signed in, changed, reset and deleted', async () => {
  const account = new AccountPage(await shop.visit({ scripts: false, size: 'phone' }));
  const { page } = account;
  const who = customer('Life Without');
  await registerAndSignIn(account, shop, who);
  await changeProfile(account);

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

  await changePassword(account, who);
  await account.signOut();
  const renewed = await resetPassword(account, shop, moved);

  await deleteAccount(account, renewed);
});

test('a customer deletes the account, and reads so on the home page alone', async () => {
  const account = new AccountPage(await shop.visit());
  const who = customer('Ends With');
  await account.registerByCalls(who, shop);
  await deleteAccount(account, who);
});

describe.each([true, false])('scripts %s', (scripts) => {
  test('refused values stay in their fields with errors beside them, and the first wrong field takes the focus', async () => {
    const account = new AccountPage(await shop.visit({ scripts, size: 'phone' }));
    const { page } = account;
    await account.open('/register');
    await page.getByLabel('Name').fill('Wants In');
    await page.getByLabel('Email').fill('no address');
    await page.getByLabel('Password').fill('short');
    await account.button('Create account').click();
    await page.getByText('Use at least 10 characters.').waitFor();
    const email = page.getByLabel('Email');
    await expect.poll(() => email.inputValue()).toBe('no address');
    await expect.poll(() => page.getByLabel('Name').inputValue()).toBe('Wants In');
    await expect.poll(() => email.evaluate((field) => field.matches(':focus'))).toBe(true);
    await expect.poll(() => email.getAttribute('aria-invalid')).toBe('true');
    // The server never returns a password.
    await expect.poll(() => page.getByLabel('Password').inputValue()).toBe(scripts ? 'short' : '');

    await page.getByLabel('Password').fill('password1234');
    await page.getByLabel('Email').fill('wants.in@example.com');
    await account.button('Create account').click();
    await page.getByText('Error: ').waitFor();
    await expect.poll(() => page.getByLabel('Password').getAttribute('aria-invalid')).toBe('true');
  });
});

async function deleteAccount(account: AccountPage, who: Customer): Promise<void> {
  await account.open('/app/profile');
  const end = account.part('Delete your account');
  await end.getByText('What goes').waitFor();
  await end.getByText('What stays').waitFor();
  await end.getByLabel('Your password').fill('not the password');
  await account.button('Delete my account').click();
  await end.getByText('Error: ').waitFor();
  await end.getByLabel('Your password').fill(who.password);
  await account.button('Delete my account').click();
  await account.arrives('/', 'Your account is deleted.');
  // It stays there, unlike a toast, and only there.
  const said = account.page.getByRole('main').getByText('Your account is deleted.');
  await said.waitFor();
  await account.page.getByRole('banner').getByRole('link', { name: 'Pricing' }).click();
  await account.heading('Two lengths, two prices').waitFor();
  await expect.poll(() => said.count()).toBe(0);
  await account.open('/login');
  await account.signIn(who);
  await account.heading('Email or password is wrong').waitFor();
}
