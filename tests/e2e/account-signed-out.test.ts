/** Forms whose user was signed out meanwhile, and the messages of their pages. */
import { expect, test } from 'vitest';
import { problems } from './accessibility.ts';
import {
  AccountPage,
  type Customer,
  OWNER_ACCOUNT,
  customer,
  createAccount,
  openShopWithOwner,
} from './account-page.ts';
import { BookingPage, pay, person, slotText } from './booking-page.ts';
import { bookByCalls } from './manage-page.ts';
import type { Visitor } from './browser.ts';

const shop = openShopWithOwner();

test('without script a refusal is in view, however far down the page its form is', async () => {
  const account = new AccountPage(await shop.visit({ scripts: false }));
  await account.signInByCall(OWNER_ACCOUNT, shop, '/app/profile');
  await account.part('Delete your account').getByLabel('Your password').fill(OWNER_ACCOUNT.password);
  await account.button('Delete my account').click();
  const refusal = account.page.getByRole('alert').filter({ hasText: 'This is the only admin' });
  await refusal.and(account.page.locator(':focus')).waitFor();
  const box = await refusal.boundingBox();
  expect(box && box.y >= 0 && box.y + box.height <= (account.page.viewportSize()?.height ?? 0)).toBe(true);
});

/** In another tab of the same browser, the account signs out and another one signs in. */
async function turnsOver(visitor: Visitor, to: Customer): Promise<void> {
  const tab = new AccountPage({ ...visitor, page: await visitor.context.newPage() });
  await tab.open('/app');
  await tab.signOut();
  await tab.open('/login');
  await tab.signIn(to);
  await tab.arrives('/app');
}

test('values typed on a former user’s page are not saved into another account', async () => {
  const visitor = await shop.visit();
  const account = new AccountPage(visitor);
  const { page } = account;
  const [alice, bob] = [customer('Alice Before'), customer('Bob After')];
  const bobs = new AccountPage(await shop.visit({ scripts: false }));
  await bobs.registerByCalls(bob, shop);
  await account.registerByCalls(alice, shop, '/app/profile');
  await turnsOver(visitor, bob);
  const about = account.part('About you');
  await about.getByLabel('Street address').fill('7 Long Lane');
  await account.button('Save').click();
  await page.getByText('Someone else is signed in now').first().waitFor();
  await page.getByText(`Signed in as ${bob.name}`).waitFor();
  await expect.poll(() => about.getByLabel('Name').inputValue()).toBe(bob.name);
  await expect.poll(() => about.getByLabel('Street address').inputValue()).toBe('');
  expect(await page.content()).not.toContain('Long Lane');
  expect(await page.content()).not.toContain(alice.name);
  await about.getByLabel('Street address').fill('8 Short Street');
  await account.button('Save').click();
  await page.getByText('Saved.').waitFor();
  await bobs.open('/app/profile');
  await expect.poll(() => bobs.part('About you').getByLabel('Name').inputValue()).toBe(bob.name);
  await expect.poll(() => bobs.part('About you').getByLabel('Street address').inputValue()).toBe('8 Short Street');
});

test('values typed into a former user’s booking form are not booked for another account', async () => {
  const visitor = await shop.visit({ size: 'phone' });
  const account = new AccountPage(visitor);
  const { page } = account;
  const [alice, bob] = [customer('Alba Booking'), customer('Bert Beside')];
  await createAccount(bob, shop);
  await account.registerByCalls(alice, shop);
  const slot = { date: await shop.day(3), claim: 'am' } as const;
  const booking = new BookingPage(visitor);
  await booking.open(slot);
  await booking.fillIn(person(alice.name));
  await turnsOver(visitor, bob);
  await booking.send();
  await page.getByText('Someone else is signed in now').first().waitFor();
  await account.ready();
  await page.waitForURL((url) => url.pathname + url.search === '/book');
  const form = page.locator('.booking-form');
  await expect.poll(() => form.locator('[name=name]').inputValue()).toBe(bob.name);
  await expect.poll(() => form.locator('[name=address]').inputValue()).toBe('');
  await expect.poll(() => form.locator('[name^=slot]:checked').count()).toBe(0);
  expect(await page.content()).not.toContain(alice.name);
  expect(await page.content()).not.toContain(alice.email);
  expect(await problems(page)).toEqual([]);
  await page.reload();
  await account.ready();
  await expect.poll(() => form.locator('[name=name]').inputValue()).toBe(bob.name);
  await expect.poll(() => form.locator('[name=address]').inputValue()).toBe('');

  await booking.open(slot);
  await booking.fillIn({ ...person(bob.name), email: bob.email });
  await booking.sendToPay();
  await pay(page);
  await account.heading('Your visit is booked').waitFor();
});

test.each([true, false])(
  'values that a browser restores on Back are not another account’s, scripts %s',
  async (scripts) => {
    const visitor = await shop.visit({ scripts });
    const account = new AccountPage(visitor);
    const { page } = account;
    const [alice, bob] = [customer(`Anna Typed ${scripts}`), customer(`Boris Back ${scripts}`)];
    await createAccount(bob, shop);
    await account.registerByCalls(alice, shop);
    const typedIn = { '/app/profile': 'Street address', '/book': 'Notes' } as const;
    for (const [path, label] of Object.entries(typedIn)) {
      await account.open(path);
      await page.getByLabel(label).fill('the key is under the mat');
      await account.open('/pricing');
      await page.goBack();
      await account.arrives(path);
      await expect.poll(() => page.getByLabel(label).inputValue()).toBe('the key is under the mat');
    }
    await account.open('/pricing');
    await turnsOver(visitor, bob);
    for (const [path, label] of Object.entries(typedIn).toReversed()) {
      await page.goBack();
      await account.arrives(path);
      await expect.poll(() => page.getByRole('main').getByLabel('Name').inputValue()).toBe(bob.name);
      await expect.poll(() => page.getByLabel(label).inputValue()).toBe('');
    }
  },
);

test('values typed before signing in belong to the account from then on', async () => {
  const visitor = await shop.visit();
  const { page } = visitor;
  const account = new AccountPage(visitor);
  const [gina, bodo] = [customer('Gina Guest'), customer('Bodo Next')];
  for (const who of [gina, bodo]) await createAccount(who, shop);
  const notes = page.getByLabel('Notes');
  await account.open('/book');
  await notes.fill('the key is under the mat');
  const tab = new AccountPage({ ...visitor, page: await visitor.context.newPage() });
  await tab.open('/login');
  await tab.signIn(gina);
  await tab.arrives('/app');
  await page.reload();
  await account.ready();
  await expect.poll(() => page.getByLabel('Name').inputValue()).toBe(gina.name);
  await expect.poll(() => notes.inputValue()).toBe('the key is under the mat');

  await turnsOver(visitor, bodo);
  for (const again of [() => page.reload(), () => account.open('/pricing').then(() => page.goBack())]) {
    await again();
    await account.arrives('/book');
    await expect.poll(() => page.getByLabel('Name').inputValue()).toBe(bodo.name);
    await expect.poll(() => notes.inputValue()).toBe('');
  }
});

test('Back shows nothing of a visit once its account has signed out in another tab', async () => {
  const visitor = await shop.visit();
  const account = new AccountPage(visitor);
  const { page } = account;
  const who = customer('Visited Before');
  await account.registerByCalls(who, shop);
  const slot = { date: await shop.day(6), claim: 'pm' } as const;
  await bookByCalls(shop, slot, who.name);
  await account.open('/app');
  await page.getByRole('link', { name: 'Move or cancel it' }).click();
  await page.waitForURL('**/booking/**');
  await account.heading('Your visit').waitFor();
  await page.getByRole('banner').getByRole('link', { name: '(your account)' }).click();
  await account.arrives('/app');
  const tab = new AccountPage({ ...visitor, page: await visitor.context.newPage() });
  await tab.open('/app');
  await tab.signOut();
  await page.getByRole('navigation', { name: 'Your account' }).getByRole('link', { name: 'Profile' }).click();
  await account.arrives('/login');
  while (!page.url().includes('/booking/')) await page.goBack();
  await account.ready();
  expect(await page.getByRole('main').innerText()).not.toContain(slotText(slot));
});

test('a form restored by Back belongs to the account that is signed in now', async () => {
  const visitor = await shop.visit();
  const account = new AccountPage(visitor);
  const { page } = account;
  const [alice, bob] = [customer('Ally Before'), customer('Bill After')];
  await createAccount(bob, shop);
  await account.registerByCalls(alice, shop);
  const pages = page.getByRole('navigation', { name: 'Your account' });
  await pages.getByRole('link', { name: 'Profile' }).click();
  await account.arrives('/app/profile');
  await pages.getByRole('link', { name: 'Your visits' }).click();
  await account.arrives('/app');
  await turnsOver(visitor, bob);
  await pages.getByRole('link', { name: 'Profile' }).click();
  await account.arrives('/app/profile');
  await page.getByText('Someone else is signed in now').first().waitFor();
  await expect.poll(() => account.part('About you').getByLabel('Name').inputValue()).toBe(bob.name);
  await account.button('Save').click();
  await page.getByText('Saved.').waitFor();
});
