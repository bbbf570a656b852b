import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from '#shared/civil-date.ts';
import { startSvix } from '../server/outside/webhooks/svix-server.ts';
import { problems } from './accessibility.ts';
import { AccountPage, OWNER_ACCOUNT, customer, createAccount } from './account-page.ts';
import { bookByCalls } from './manage-page.ts';
import { Shop } from './shop.ts';

const TEN_MINUTES = 10 * 60_000;

const shop = new Shop();
let svix: Awaited<ReturnType<typeof startSvix>>;

beforeAll(async () => {
  svix = await startSvix();
  await shop.open(
    {},
    { RATE_LIMIT: '100', LOG_LEVEL: 'error', SVIX_TOKEN: 'testsk_0123456789', SVIX_SERVER_URL: svix.url },
  );
  await createAccount(OWNER_ACCOUNT, shop);
});

afterAll(async () => {
  await shop.close();
  await svix.stop();
});

test('the owner sees that messages wait, has them sent, and is led to Svix', async () => {
  // Nothing but the owner's command has it attempted again within the test.
  svix.fake.fault = () => ({ status: 429, headers: { 'retry-after': '3600' } });
  const asked = svix.fake.asked.length;
  await bookByCalls(shop, { date: addDays(await shop.today(), 1), claim: 'am' }, customer('Ike Long').name);
  await expect.poll(() => svix.fake.asked.slice(asked).some(({ path }) => path.includes('/msg?'))).toBe(true);
  await shop.fetch('/dev/clock', { method: 'POST', body: new URLSearchParams({ advance: String(TEN_MINUTES) }) });
  const before = svix.fake.messages.length;
  const account = new AccountPage(await shop.visit({ size: 'phone' }));
  const page = account.page;
  await account.signInByCall(OWNER_ACCOUNT, shop, '/app/admin');
  await account.heading('A webhook message can’t be sent').waitFor();
  await page.getByText('We’ve tried once: Svix asks to wait: 429').waitFor();
  expect(await problems(page)).toEqual([]);
  svix.fake.fault = () => null;
  await account.button('Try again now').click();
  await page.getByText('We’re trying again.').waitFor();
  await expect.poll(() => svix.fake.messages.length).toBe(before + 1);
  await account.open('/app/admin');
  expect(await account.heading(/can’t be sent/).count()).toBe(0);
  await page.route('https://app.svix.com/**', (route) => route.fulfill({ body: 'The portal' }));
  await account.button('Manage webhooks at Svix').click();
  await page.waitForURL('https://app.svix.com/login#key=bookings');
});
