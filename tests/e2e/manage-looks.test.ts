import { expect, test } from 'vitest';
import { problems } from './accessibility.ts';
import { follow } from './browser.ts';
import { ManagePage, bookByCalls } from './manage-page.ts';
import { openShop } from './shop.ts';

const DAY = 24 * 60;

const shop = openShop();

test('the pages of a visit are accessible: while changes are free, canceled in time, too late and canceled late, and for a lost link', async () => {
  const visitor = await shop.visit();
  const { page } = visitor;
  const manage = new ManagePage(visitor);
  const found: string[] = [];
  const look = async () => void found.push(...(await problems(page)));
  const cancel = async () => {
    await page.getByRole('button', { name: /^Cancel the visit/ }).click();
    await manage.heading('This visit is canceled');
  };

  const soon = await shop.day(0);
  const late = await bookByCalls(shop, { date: soon, claim: 'full' }, 'Too Late');
  const slot = { date: await shop.day(6), claim: 'am' } as const;
  const { link } = await bookByCalls(shop, slot, 'On Time');
  await manage.open(link);
  await look();
  const address = new URL(page.url()).pathname;
  for (const path of [`/reschedule?month=${slot.date.slice(0, 7)}`, '/receipt', '/delete-data', '/cancel']) {
    await follow(page, address + path);
    await look();
  }
  await follow(page, `${address}/reschedule`);
  await page.getByRole('button', { name: 'Move the visit' }).click();
  await page.getByRole('group', { name: 'Which day?' }).getByText('Choose a day and time.').waitFor();
  await look();
  await follow(page, `${address}/cancel`);
  await cancel();
  await manage.reloadUntil('We’ve sent');
  await page.getByText('Dismiss').waitFor({ state: 'detached' });
  await look();

  await shop.passMinutes(DAY);
  await manage.open(late.link);
  await look();
  await follow(page, `${new URL(page.url()).pathname}/cancel`);
  await look();
  await cancel();
  await look();

  await manage.open('/booking/unknown');
  await manage.heading('This link doesn’t open anything anymore');
  await look();
  expect(found).toEqual([]);
});
