/** Changing a booked visit by the mailed link, in each engine. */
import { expect, test } from 'vitest';
import type { BookingDetails } from '#shared/booking/booking-details.ts';
import { addDays, shortDate } from '#shared/civil-date.ts';
import { slotText } from '../booking-page.ts';
import type { EngineVisitor } from '../browser.ts';
import { ManagePage, bookByCalls, linkIn } from '../manage-page.ts';
import type { Shop } from '../shop.ts';
import type { EngineShop } from './engine.ts';

export function visitFlows({ shop, visit }: EngineShop): void {
  test('a visit that is moved twice and canceled in time is fully refunded', async () => {
    await moveTwiceAndCancel(shop, await visit({ size: 'phone' }), 'Mona Moves');
  });
}

async function moveTwiceAndCancel(shop: Shop, visitor: EngineVisitor, name: string): Promise<void> {
  const first = { date: await shop.day(1), claim: 'pm' } as const;
  const second = { date: await shop.day(2), claim: 'pm' } as const;
  const third = { date: await shop.day(35), claim: 'am' } as const;
  const today = await shop.today();
  const details: Partial<BookingDetails> = { address: '12 Oak Street, Unit 4', tasks: ['tv-mounting'] };
  const { who, link } = await bookByCalls(shop, first, name, 'pay', details);

  const manage = new ManagePage(visitor);
  await manage.open(link);
  await visitor.page.waitForURL(({ pathname }) => /^\/booking\/[\w-]+$/.test(pathname));
  await manage.heading('Your visit');
  await manage.stands(first);
  await manage.says(`You can move or cancel it for free through ${shortDate(addDays(first.date, -2))}.`);
  await manage.says('12 Oak Street, Unit 4');
  await manage.says('TV Mounting');
  await manage.says('$299');

  const toastShown = visitor.scripts ? visitor.page.waitForFunction(hasFadedInToast) : null;
  await manage.moveTo(second, async ({ page }) => {
    await page.getByRole('link', { name: 'Leave it as it is' }).waitFor();
  });
  await toastShown;
  await manage.heading('Your visit');
  await manage.page
    .getByText(visitor.scripts ? /^Moved to/ : /^Your visit is moved/)
    .first()
    .waitFor();
  await manage.stands(second);
  const moved = linkIn(await shop.mail(who.email, new RegExp(`${slotText(second)} \\(moved\\)$`)));

  await manage.moveTo(third, (picker) => picker.showMonth(third.date, today));
  await manage.heading('Your visit');
  await manage.stands(third);
  const newest = linkIn(await shop.mail(who.email, new RegExp(`${slotText(third)} \\(moved\\)$`)));
  expect((await manage.history()).slice(0, 2)).toEqual([
    `Moved from ${slotText(second)}, to ${slotText(third)}, at no charge.`,
    `Moved from ${slotText(first)}, to ${slotText(second)}, at no charge.`,
  ]);

  const elsewhere = new ManagePage(await shop.visit({ scripts: false }));
  for (const old of [link, moved]) {
    await elsewhere.open(old);
    await elsewhere.heading('This link has been replaced');
    await elsewhere.says('It’s in our newest email');
  }
  await manage.open(newest);
  await manage.stands(third);

  await manage.follow('Cancel for a full refund');
  await manage.heading('Cancel your visit?');
  await manage.says('You get all of your $299 back');
  await manage.page.getByRole('button', { name: 'Cancel the visit and get $299 back' }).click();
  await manage.heading('This visit is canceled');
  await manage.reloadUntil('We’ve sent $299 back to the card you paid with.');
  await shop.mail(who.email, / \(canceled\): you get your \$299 back$/);
  expect((await manage.history())[0]).toBe('The refund of $299 went through.');
  await manage.follow('Receipt');
  await manage.says('−$299');
  await manage.page.getByRole('row', { name: 'Paid after refunds $0' }).waitFor();
}

function hasFadedInToast(): boolean {
  return Array.from(document.querySelectorAll('.toasts > :not([hidden])')).some(
    (toast) => getComputedStyle(toast).opacity === '1',
  );
}
