import { expect, test } from 'vitest';
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
