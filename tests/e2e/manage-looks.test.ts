import { expect, test } from 'vitest';
import { problems } from './accessibility.ts';
import { follow } from './browser.ts';
import { ManagePage, bookByCalls } from './manage-page.ts';
import { openShop } from './shop.ts';

const DAY = 24 * 60;

const shop = openShop();

test('the pages of a visit that can be changed free are accessible', async () => {
  const visitor = await shop.visit();
  const { page } = visitor;
  const slot = { date: await shop.day(6), claim: 'am' } as const;
  const { link } = await bookByCalls(shop, slot, 'On Time');
  const manage = new ManagePage(visitor);
  await manage.open(link);
  expect(await problems(page)).toEqual([]);
  const address = new URL(page.url()).pathname;
  const month = slot.date.slice(0, 7);
  for (const path of [`/reschedule?month=${month}`, '/cancel', '/receipt']) {
    await follow(page, address + path);
    expect(await problems(page)).toEqual([]);
  }
  await follow(page, `${address}/reschedule`);
  await page.getByRole('button', { name: 'Move the visit' }).click();
  await page.getByRole('group', { name: 'Which day?' }).getByText('Choose a day and time.').waitFor();
  expect(await problems(page)).toEqual([]);

  await follow(page, `${address}/cancel`);
  await page.getByRole('button', { name: /^Cancel the visit/ }).click();
  await manage.heading('This visit is canceled');
  await manage.reloadUntil('We’ve sent');
  await page.getByText('Dismiss').waitFor({ state: 'detached' });
  expect(await problems(page)).toEqual([]);
});

test('so are those of a visit that is canceled late', async () => {
  const visitor = await shop.visit();
  const { page } = visitor;
  const date = await shop.day(0);
  const { link } = await bookByCalls(shop, { date, claim: 'full' }, 'Too Late');
  await shop.passMinutes(DAY);
  const manage = new ManagePage(visitor);
  await manage.open(link);
  const address = new URL(page.url()).pathname;
  expect(await problems(page)).toEqual([]);
  await follow(page, `${address}/cancel`);
  expect(await problems(page)).toEqual([]);
  await page.getByRole('button', { name: /^Cancel the visit/ }).click();
  await manage.heading('This visit is canceled');
  expect(await problems(page)).toEqual([]);
});

test('so is the screen shown instead of a visit', async () => {
  const { page } = await shop.visit();
  await page.goto('/booking/unknown');
  await page.getByRole('heading', { name: 'This link doesn’t open anything anymore' }).waitFor();
  expect(await problems(page)).toEqual([]);
});
