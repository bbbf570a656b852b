import { expect, test } from 'vitest';
import { WHICH_SALE_COUNTS } from '#shared/booking/late-cancelling-words.ts';
import { ManagePage, bookByCalls } from './manage-page.ts';
import { openShop } from './shop.ts';

const DAY = 24 * 60;

const shop = openShop();

test('a customer who canceled late reads why a visit moved to their slot brings no refund', async () => {
  await shop.toLateEvening();
  const freed = { date: await shop.day(0), claim: 'am' } as const;
  const { who, link } = await bookByCalls(shop, freed, 'Gave It Up');
  const other = await bookByCalls(shop, { date: await shop.day(9), claim: 'pm' }, 'Moves There');
  await shop.passMinutes(DAY);

  const visitor = await shop.visit({ size: 'phone' });
  const manage = new ManagePage(visitor);
  await manage.open(link);
  await manage.follow('See what canceling means');
  await manage.says(WHICH_SALE_COUNTS);
  await visitor.page.getByRole('button', { name: /^Cancel the visit/ }).click();
  await manage.heading('This visit is canceled');
  const mail = await shop.mail(who.email, /\(canceled late\)/);
  expect(mail.text.replaceAll(/\s+/g, ' ')).toContain(WHICH_SALE_COUNTS);

  const mover = new ManagePage(await shop.visit());
  await mover.open(other.link);
  await mover.moveTo(freed);
  await mover.stands(freed);

  await visitor.page.reload();
  await manage.says('If someone else books and pays for your time before it starts');
  await manage.says(WHICH_SALE_COUNTS);
  await manage.says('waiting for a booking');
  await shop.passMinutes(DAY);
  // The browser's access has expired by now.
  await manage.open(link);
  await manage.reloadUntil('the time wasn’t booked again, so we kept the $299.');
  await manage.says(WHICH_SALE_COUNTS);
});
