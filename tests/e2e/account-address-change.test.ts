/** A change of an account's address: requested again, and its links opened in a browser that is signed in to another account. */
import { describe, expect, test } from 'vitest';
import { AccountPage, type Customer, OWNER_ACCOUNT, customer, linkIn, openShopWithOwner } from './account-page.ts';

const shop = openShopWithOwner();

describe.each([true, false])('scripts %s', (scripts) => {
  /** A customer who has requested another address, and the links of both mails. */
  async function moving(name: string) {
    const how = scripts ? 'With' : 'Without';
    const who = customer(`${name} ${how}`);
    const next = customer(`${name} Moved ${how}`).email;
    const account = new AccountPage(await shop.visit({ scripts }));
    await account.registerByCalls(who, shop, '/app/profile');
    await account.part('Email').getByLabel('New email address').fill(next);
    await account.part('Email').getByLabel('Your password').fill(who.password);
    await account.button('Change my email address').click();
    const fresh = linkIn(await shop.mail(next, /^Confirm your new/), '/verify-email');
    const old = linkIn(await shop.mail(who.email, /^Change your email/), '/verify-email');
    return { who, next, account, fresh, old };
  }

  async function signedIn(who: Customer): Promise<AccountPage> {
    const account = new AccountPage(await shop.visit({ scripts }));
    await account.signInByCall(who, shop);
    return account;
  }

  test('the new address’s link says which account it concerns, and leads to sign-in for that account', async () => {
    const { who, next, fresh } = await moving('Dana');
    const account = await signedIn(OWNER_ACCOUNT);
    const { page } = account;
    await account.open(fresh);
    await account.heading('This is for another account').waitFor();
    const words = await page.getByRole('main').innerText();
    expect(words).toContain(next);
    expect(words).toContain(OWNER_ACCOUNT.email);
    expect(words).not.toMatch(/your account/i);
    expect(words).not.toContain(who.email);
    await expect.poll(() => account.button('Confirm this address').count()).toBe(0);
    await page.getByRole('link', { name: 'Sign in to the other account' }).click();
    await account.arrives('/login');
    await account.signIn(who);
    await account.arrives('/app');
    await account.open(fresh);
    await account.button('Confirm this address').click();
    await account.arrives('/app/profile');
    await page.getByText('One of two addresses has confirmed.').first().waitFor();
  });

  test('the old address’s link names the account that it concerns, and the result is shown', async () => {
    const { who, next, account: owner, fresh, old } = await moving('Dora');
    const account = await signedIn(OWNER_ACCOUNT);
    const { page } = account;
    const opens = async () => {
      await account.open(old);
      const words = await page.getByRole('main').innerText();
      for (const address of [who.email, next, OWNER_ACCOUNT.email]) expect(words).toContain(address);
      expect(words).not.toMatch(/your account|your address/i);
    };
    await opens();
    await owner.open(fresh);
    await owner.button('Confirm this address').click();
    await owner.arrives('/app/profile');
    await opens();
    await account.button('Yes, change it').click();
    await account.arrives('/app', `The account of ${who.email} has moved to its new address`);
    await owner.open('/app/profile');
    await owner.part('Email').getByText(next).waitFor();
  });

  test('the old address’s link, opened first, says that the new address has to confirm, too', async () => {
    const { who, old } = await moving('Dilys');
    const account = await signedIn(OWNER_ACCOUNT);
    await account.open(old);
    await account.button('Yes, change it').click();
    await account.arrives('/app');
    await account.page.getByText(`${who.email} is confirmed. The account moves`).waitFor();
    await expect.poll(() => account.page.getByText('One of two addresses').count()).toBe(0);
  });

  test('a customer who withdraws a mistyped address reads why the right one has to wait, and need not type it again', async () => {
    const { who, account } = await moving('Drusilla');
    const { page } = account;
    const mail = account.part('Email');
    await account.button('Keep my address').click();
    await page.getByText('Your address stays.').first().waitFor();
    const right = `right.${who.email}`;
    await mail.getByLabel('New email address').fill(right);
    await mail.getByLabel('Your password').fill(who.password);
    await account.button('Change my email address').click();
    const refusal = mail.getByRole('alert');
    await refusal.and(page.locator(':focus')).waitFor();
    const words = await refusal.innerText();
    expect(words).toMatch(/just sent one.*Nothing was changed.*in (?:2 minutes|\d+ seconds)/s);
    expect(words).not.toMatch(/too many|tries/i);
    await expect.poll(() => mail.getByLabel('New email address').inputValue()).toBe(right);
    await shop.passMinutes(2);
    if (!scripts) await mail.getByLabel('Your password').fill(who.password);
    await account.button('Change my email address').click();
    await page.getByText('We’ve emailed both addresses.').waitFor();
    await shop.mail(right, /^Confirm your new/);
  });

  test('a link that confirms a new account’s address says first that it signs in to that account instead', async () => {
    const who = customer(`Daria ${scripts ? 'With' : 'Without'}`);
    const fresh = new AccountPage(await shop.visit({ scripts }));
    await fresh.register(who);
    await fresh.heading('Check your email').waitFor();
    const account = await signedIn(OWNER_ACCOUNT);
    const { page } = account;
    await account.open(linkIn(await shop.mail(who.email, /^Confirm your email/), '/verify-email'));
    const words = await page.getByRole('main').innerText();
    for (const address of [who.email, OWNER_ACCOUNT.email]) expect(words).toContain(address);
    expect(words).not.toMatch(/your account/i);
    await page.getByLabel('Password').fill(who.password);
    await account.button('Confirm my address').click();
    await account.arrives('/app');
    await page.getByText(`Signed in as ${who.name}`).waitFor();
  });
});
