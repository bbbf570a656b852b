import { expect, test } from 'vitest';
import { ManagePage, bookByCalls } from './manage-page.ts';
import { openShop } from './shop.ts';

const shop = openShop();

test('a guest has the details of a visit deleted: the page says first what happens to the money, and is gone afterward', async () => {
  const { link } = await bookByCalls(shop, { date: await shop.day(8), claim: 'am' }, 'Leaves Now');
  const visitor = await shop.visit({ size: 'phone' });
  const { page } = visitor;
  const manage = new ManagePage(visitor);
  await manage.open(link);
  await manage.follow('Delete my details');
  await manage.heading('Delete your details?');
  await manage.says('You get all of your $299 back');
  await page.getByRole('radio', { name: /^Cancel it/ }).check();
  await page.getByRole('button', { name: 'Delete my details' }).click();
  await manage.says('Your visit is canceled and your details are deleted.');
  expect(new URL(page.url()).pathname).toBe('/');
  await page.goBack();
  await manage.heading('This visit’s details are deleted');
  await manage.open(link);
  await manage.heading('This link doesn’t open anything anymore');
});
