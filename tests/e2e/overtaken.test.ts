import { expect, test } from 'vitest';
import { BookingPage, dayText, slotText } from './booking-page.ts';
import { ManagePage, bookByCalls } from './manage-page.ts';
import { openShop } from './shop.ts';

const MOVE = /^Move (?:the visit|it to .*)$/;

const shop = openShop();

test('without scripts, a customer who moves a visit just after the deadline reads that it was not moved, and what canceling costs', async () => {
  const visitor = await shop.visit({ scripts: false, size: 'phone' });
  const { page } = visitor;
  await shop.toLateEvening();
  const wanted = { date: await shop.day(1), claim: 'am' } as const;
  const { link } = await bookByCalls(shop, { date: await shop.day(0), claim: 'am' }, 'Ended');
  const manage = new ManagePage(visitor);
  await manage.open(link);
  await manage.open(`${page.url()}/reschedule`);
  await new BookingPage(visitor).slot(wanted).check();
  await shop.toNextDay();
  await page.getByRole('button', { name: MOVE }).click();
  await manage.heading('It’s too late to move this visit');
  const notice = page.getByRole('alert').filter({ hasText: `It was not moved to ${slotText(wanted)}.` });
  await notice.waitFor();
  await expect
    .poll(() => page.getByRole('main').innerText())
    .not.toMatch(/is free (?:through|until)|Moves to|Nothing to pay/);
  await expect.poll(() => page.getByRole('radio').count()).toBe(0);
  await manage.follow('See what canceling means');
  await manage.says('If you cancel now, we keep your $299, unless someone else books your time');
  await manage.follow('Keep the visit');
  await expect.poll(() => manage.history()).toHaveLength(1);
});

test('a customer who goes back after a move finds the picker with the visit’s new time, and moves it again, also after a chosen slot was taken', async () => {
  const visitor = await shop.visit({ size: 'phone' });
  const { page } = visitor;
  const [first, second, third] = await Promise.all(
    [1, 2, 3].map(async (after) => ({ date: await shop.day(after), claim: 'pm' }) as const),
  );
  const { link } = await bookByCalls(shop, first!, 'Back');
  const manage = new ManagePage(visitor);
  await manage.open(link);
  await manage.moveTo(second!);
  await manage.heading('Your visit');
  await manage.stands(second!);
  await page.goBack();
  await manage.heading('Move your visit');
  await manage.ready();
  const picker = new BookingPage(visitor);
  await page
    .getByRole('listitem')
    .filter({ hasText: dayText(second!.date) })
    .getByText('your visit now')
    .waitFor();
  await picker.slot(first!).waitFor();
  await manage.says(`It is booked for ${slotText(second!)}.`);
  await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  await expect.poll(() => page.getByRole('status').filter({ hasText: 'No longer open' }).count()).toBe(0);
  await picker.slot(third!).check();
  await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  await page.getByRole('button', { name: MOVE }).click();
  await manage.heading('Your visit');
  await manage.stands(third!);

  const wanted = { ...third!, claim: 'am' } as const;
  await page.goto(`${new URL(page.url()).pathname}/reschedule?date=${wanted.date}&claim=${wanted.claim}`);
  await manage.ready();
  await shop.holdAsOtherVisitor(wanted);
  await page.getByRole('button', { name: MOVE }).click();
  const notice = page.getByRole('alert').filter({ hasText: 'That time has just been taken' });
  await notice.getByText('Your visit stays where it was.').waitFor();
  const [offer] = await notice.getByRole('button').allInnerTexts();
  expect(offer).toBeDefined();
  await notice.getByRole('button').first().click();
  await page.getByRole('complementary', { name: 'Your visit' }).getByText(`Moves to ${offer}.`).waitFor();
  await page.getByRole('button', { name: MOVE }).click();
  await manage.heading('Your visit');
  await manage.says(offer ?? '');
});
