/** The owner's pages and the theme, in each engine. */
import { expect, test } from 'vitest';
import { type CivilDate, addDays, shortDate } from '#shared/civil-date.ts';
import { PHONE_PATH } from '#shared/owner/phone-booking.ts';
import { AccountPage, OWNER_ACCOUNT, customer, createAccount } from '../account-page.ts';
import { bookByCalls } from '../manage-page.ts';
import type { Visit } from '../browser.ts';
import type { Shop } from '../shop.ts';
import type { EngineShop } from './engine.ts';

export function ownerFlows({ shop, visit }: EngineShop): void {
  test('the owner records that a visit is done, and undoes it', async () => {
    await bookByCalls(shop, { date: await shop.today(), claim: 'am' }, 'Ike Long');
    // At 12:30, the visit of the morning is over.
    await shop.passMinutes((await shop.minutesToMidnight()) - 11.5 * 60);
    const account = await signInAt(visit, '/app/admin');
    const { page } = account;
    await account.button('The visit is done').click();
    await page.locator(':focus').filter({ hasText: 'Done' }).waitFor();
    await page
      .getByRole('link', { name: /^7:00 am to noon, Ventura/ })
      .first()
      .click();
    await account.heading(/^Booking /).waitFor();
    await account.button('The visit wasn’t done yet').click();
    await account.button('The visit is done').waitFor();
    await shop.toEarlyMorning();
  });

  test('a chosen theme survives a reload', async () => {
    const { page } = await visit();
    const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    await page.goto('/');
    await page.getByLabel('Theme').selectOption('Dark');
    await expect.poll(background).toBe('rgb(11, 27, 54)');
    await page.reload();
    await expect.poll(background).toBe('rgb(11, 27, 54)');
    // The script sets the select box after the page is painted.
    await expect.poll(() => page.getByLabel('Theme').inputValue()).toBe('dark');
  });
}

/** What no other test does in a browser on the owner's pages. */
export function ownerPageFlows({ shop, visit }: EngineShop): void {
  test('the owner closes an afternoon, books by phone, follows the list of events, and opens a chart as a table', async () => {
    await bookByCalls(shop, { date: await shop.day(6), claim: 'pm' }, 'Una Bell');
    const account = await signInAt(visit, '/app/admin');
    await bookByPhone(account, addDays(await shop.today(), 9));
    await closeAndOpen(account, addDays(await shop.today(), 12));
    await followEvents(account, shop);
    await account.open('/app/admin/stats');
    const use = account.page.getByRole('figure', { name: 'Half days of the next two weeks' });
    await use.locator('summary').click();
    await use.getByRole('rowheader').first().waitFor();
    expect(await account.page.locator('main svg rect').count()).toBeGreaterThan(20);
  });

  test('on a phone, the menu of the last user opens at its button, and all of it is in view', async () => {
    await createAccount(customer('Last Of All'), shop);
    const account = await signInAt(visit, '/app/admin/users', { size: 'phone' });
    const { page } = account;
    const table = page.getByRole('table').first();
    expect(await table.evaluate(({ parentElement }) => parentElement!.scrollWidth - parentElement!.clientWidth)).toBe(
      0,
    );
    await account.button('Change').last().click();
    await page.getByText('Sign out everywhere').filter({ visible: true }).waitFor();
    const place = () =>
      page.evaluate(() => {
        const menu = document.querySelector('.menu:popover-open');
        const button = document.querySelector(`[popovertarget="${menu?.id}"]`);
        if (!menu || !button) return null;
        const { top, bottom, left, right } = menu.getBoundingClientRect();
        const anchor = button.getBoundingClientRect();
        return {
          opacity: getComputedStyle(menu).opacity,
          gap: Math.round(Math.max(top - anchor.bottom, anchor.top - bottom)),
          isInView: top >= 0 && bottom <= innerHeight && left >= 0 && right <= innerWidth,
        };
      });
    await expect.poll(place).toEqual({ opacity: '1', gap: 4, isInView: true });
  });
}

type Owner = Awaited<ReturnType<typeof signInAt>>;

async function closeAndOpen(account: Owner, date: CivilDate): Promise<void> {
  await account.open(`/app/admin/schedule?date=${date}`);
  await account.button(`Close the afternoon of ${shortDate(date)}`).click();
  await account.button(`Open the afternoon of ${shortDate(date)} again`).click();
  await account.button(`Close the afternoon of ${shortDate(date)}`).waitFor();
}

/** Starts on the landing. A refused form keeps what was typed. */
async function bookByPhone(account: Owner, date: CivilDate): Promise<void> {
  const { page } = account;
  await page.getByRole('link', { name: 'Book by phone' }).click();
  await account.heading('Book by phone').waitFor();
  await account.open(`${PHONE_PATH}?date=${date}`);
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Wanda Fox');
  await account.button('Book it').click();
  await account.heading('3 answers need another look').waitFor();
  expect(await page.getByRole('textbox', { name: 'Name', exact: true }).inputValue()).toBe('Wanda Fox');
  await page.getByRole('textbox', { name: 'Phone', exact: true }).fill('(805) 555-0177');
  await page.getByRole('combobox', { name: 'City' }).selectOption('Ojai');
  await page.getByRole('textbox', { name: 'Street address' }).fill('12 Pine Street');
  await account.button('Book it').click();
  await page.getByText('no email went out: tell the customer').first().waitFor();
  await account.heading('Wanda Fox').waitFor();
}

/** The list follows new events, pauses, and catches up. */
async function followEvents(account: Owner, shop: Shop): Promise<void> {
  await account.open('/app/admin/events?type=AccountRegistered');
  const rows = () => account.page.getByRole('rowheader').count();
  const before = await rows();
  await account.button('Follow live').click();
  await account.page.getByText('Following. New events appear at the top.').waitFor();
  await createAccount(customer('Followed One'), shop);
  await expect.poll(rows).toBe(before + 1);
  await account.button('Pause').click();
  await account.page.getByText('Paused.').waitFor();
  await createAccount(customer('Followed Two'), shop);
  expect(await rows()).toBe(before + 1);
  await account.button('Follow live').click();
  await expect.poll(rows).toBe(before + 2);
}

async function signInAt(visit: EngineShop['visit'], path: string, options?: Visit) {
  const account = new AccountPage(await visit(options));
  await account.open(path);
  await account.signIn(OWNER_ACCOUNT);
  await account.arrives(path);
  return account;
}
