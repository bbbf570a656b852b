/** Forms whose user was signed out meanwhile, and the messages of their pages. */
import { expect, test } from 'vitest';
import { problems } from './accessibility.ts';
import { AccountPage, type Customer, customer, createAccount, openShopWithOwner } from './account-page.ts';
import { BookingPage, pay, person } from './booking-page.ts';
import type { Visitor } from './browser.ts';

const shop = openShopWithOwner();

/** In another tab of the same browser, the account signs out and another one signs in. */
async function turnsOver(visitor: Visitor, to: Customer): Promise<void> {
  const tab = new AccountPage({ ...visitor, page: await visitor.context.newPage() });
  await tab.open('/app');
  await tab.signOut();
  await tab.open('/login');
  await tab.signIn(to);
  await tab.arrives('/app');
}

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
