import { describe, expect, test } from 'vitest';
import { AccountPage, OWNER_ACCOUNT, settledShop } from './account-page.ts';

/** Where people are led who may not go where they wanted to, or could not when they wanted to. */

const shop = settledShop();

describe.each([true, false])('scripts %s', (scripts) => {
  async function signedIn(path: string): Promise<AccountPage> {
    const account = new AccountPage(await shop.visit({ scripts }));
    await account.open(`/login?redirect=${path}`);
    await account.signIn(OWNER_ACCOUNT);
    await account.arrives(path);
    return account;
  }

  test('who asks for their data after the sign-in has ended can ask for it again after the next', async () => {
    const account = await signedIn('/app/profile');
    const { page } = account;
    await page.context().clearCookies({ name: 'session' });
    await page.getByRole('link', { name: 'Download my data' }).click();
    await account.arrives('/login');
    await account.signIn(OWNER_ACCOUNT);
    await account.arrives('/app/profile');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download my data' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/\.json$/);
  });

  test('signing in on the way to a file leads to the page that offers it', async () => {
    const account = new AccountPage(await shop.visit({ scripts }));
    const { page } = account;
    await account.open('/login?redirect=/app/profile/export');
    await account.signIn(OWNER_ACCOUNT);
    await account.arrives('/app/profile');
    await account.open('/login?redirect=/app/profile/export');
    await account.arrives('/app/profile');
    expect(page.url()).toBe(`${shop.origin}/app/profile`);
  });
});
