import assert from 'node:assert/strict';
import { beforeAll, describe, expect, test } from 'vitest';
import { rpcPath } from '#shared/calls/rpc.ts';
import { problems } from './accessibility.ts';
import { AccountPage, type Customer, OWNER_ACCOUNT, customer, linkIn } from './account-page.ts';
import { farAddress, openLimitedShop } from './limited-shop.ts';

const shop = openLimitedShop();

beforeAll(async () => {
  assert.equal((await shop.callFrom(farAddress(900), rpcPath('register'), OWNER_ACCOUNT)).status, 200);
});

/** Fifty wrong passwords, each from another network. */
async function attack({ email }: Customer): Promise<void> {
  for (let index = 0; index < 50; index += 10) {
    const guesses = Array.from({ length: 10 }, (_, more) =>
      shop.callFrom(farAddress(index + more), rpcPath('signIn'), { email, password: `guess ${index + more}` }),
    );
    for (const { status } of await Promise.all(guesses)) assert.equal(status, 401);
  }
}

describe.each([true, false])('an account that is guessed at from many networks, scripts %s', (scripts) => {
  const who = customer(`Under Attack ${scripts ? 'One' : 'Two'}`);

  beforeAll(async () => {
    const call = (name: string, input: object) => shop.callFrom(farAddress(901), rpcPath(name), input);
    await call('register', who);
    const link = linkIn(await shop.mail(who.email, /^Confirm your email/), '/verify-email');
    const token = new URL(link, shop.origin).searchParams.get('token');
    assert.equal((await call('confirmEmail', { token, password: who.password })).status, 200);
    await attack(who);
  });

  test('lets its owner in with a new browser by the link of one mail', async () => {
    const account = new AccountPage(await shop.visit({ scripts, size: 'phone' }));
    const { page } = account;
    await account.open('/login');
    await account.signIn(who);
    await account.heading('Sign-in is paused for this email address').waitFor();
    await expect.poll(() => page.getByLabel('Email').inputValue()).toBe(who.email);

    const link = linkIn(await shop.mail(who.email, /guessing your password/), '/sign-in-here');
    await account.open(link);
    await account.heading('Let this browser sign in').waitFor();
    await page.getByText(who.email).waitFor();
    expect(new URL(page.url()).search).toBe(scripts ? '' : new URL(link, shop.origin).search);
    expect(scripts ? await problems(page) : []).toEqual([]);
    await account.button('Let this browser sign in').click();
    await account.arrives('/login', 'This browser can sign in now.');
    await account.signIn(who);
    await account.arrives('/app');

    const other = new AccountPage(await shop.visit({ scripts }));
    await other.open(link);
    await other.heading('This link no longer works').waitFor();
    await other.page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
    await other.arrives('/login');
    await other.signIn(who);
    await other.heading('Sign-in is paused for this email address').waitFor();
  });
});
