import { describe, expect, test } from 'vitest';
import { shortDate } from '#shared/civil-date.ts';
import { BookingPage, slotText } from './booking-page.ts';
import { moveTwiceAndCancel } from './engines/visit-flows.ts';
import { ManagePage, bookByCalls, bookOnSite } from './manage-page.ts';
import { openShop } from './shop.ts';

const DAY = 24 * 60;

describe.each([true, false])('scripts %s', (scripts) => {
  const shop = openShop();

  test('of two payments, the second is refunded at once, and each amount is labeled', async () => {
    const visitor = await shop.visit({ scripts, size: 'phone' });
    const slot = { date: await shop.day(4), claim: 'pm' } as const;
    const { link } = await bookByCalls(shop, slot, `Twice ${scripts}`, 'twice');
    const manage = new ManagePage(visitor);
    await manage.open(link);
    const paid = visitor.page.getByRole('definition').filter({ hasText: '$299' }).first();
    await manage.reloadUntil('You paid $299 more than the visit costs. We’ve sent that back to your card.');
    await expect.poll(() => paid.innerText()).not.toContain('$598');
    expect((await manage.history()).toReversed()).toEqual([
      `Booked ${slotText(slot)}, and paid $299.`,
      'Another payment of $299 reached us. You’d already paid.',
      'Sent $299 back to your card: you paid twice.',
      'The refund of $299 went through.',
    ]);
    await manage.follow('Cancel for a full refund');
    await manage.says('You get all of your $299 back');
    await visitor.page.getByRole('button', { name: 'Cancel the visit and get $299 back' }).click();
    await manage.heading('This visit is canceled');
    await manage.reloadUntil('We’ve sent $299 back to the card you paid with.');
    await expect.poll(() => visitor.page.getByRole('main').innerText()).not.toContain('$598');
    await manage.follow('Receipt');
    await visitor.page.getByRole('row', { name: 'Extra payment $299' }).waitFor();
    await visitor.page.getByRole('row', { name: 'Paid after refunds $0' }).waitFor();
  });

  test('a late cancellation keeps the payment; when another customer buys the slot, it is refunded once, and a mail says why', async () => {
    const visitor = await shop.visit({ scripts });
    const slot = { date: await shop.day(1), claim: 'pm' } as const;
    const { who, link } = await bookOnSite(shop, visitor, slot, `Late ${scripts}`);
    await shop.passMinutes(2 * DAY);

    const manage = new ManagePage(visitor);
    await manage.open(link);
    await manage.says('It’s too late to move it or to cancel it for free.');
    await expect.poll(() => visitor.page.getByRole('link', { name: 'Pick another time' }).count()).toBe(0);
    await visitor.page.goto(`${visitor.page.url()}/reschedule`);
    await manage.heading('It’s too late to move this visit');
    await manage.follow('See what canceling means');
    await manage.says('If you cancel now, we keep your $299, unless someone else books your time');
    await visitor.page.getByRole('button', { name: 'Cancel the visit: we keep $299' }).click();
    await manage.heading('This visit is canceled');
    await manage.says('so we’re keeping the $299 for now');

    const stranger = await shop.visit({ scripts });
    await bookOnSite(shop, stranger, slot, `Stranger ${scripts}`);
    await manage.reloadUntil('Your time was filled after all. We’ve sent $299 back');
    const mail = await shop.mail(who.email, /^Good news: you get your \$299 back/);
    expect(mail.text).toContain('$299');
    expect((await manage.history()).filter((line) => line.includes('went through'))).toHaveLength(1);
  });

  test('a full day canceled late is refunded when its second half is sold again, not at the first', async () => {
    const visitor = await shop.visit({ scripts });
    const date = await shop.day(1);
    const { who, link } = await bookByCalls(shop, { date, claim: 'full' }, `Whole ${scripts}`);
    await shop.passMinutes(2 * DAY);
    const manage = new ManagePage(visitor);
    await manage.open(link);
    await manage.follow('See what canceling means');
    await manage.says('If your whole day is booked and paid for again before it starts');
    await visitor.page.getByRole('button', { name: /^Cancel the visit/ }).click();
    await manage.heading('This visit is canceled');
    await manage.says('If your whole day is booked and paid for again before it starts');

    await bookByCalls(shop, { date, claim: 'pm' }, `Half One ${scripts}`);
    await manage.reloadUntil('Half of your day is booked again. If someone books the morning too');
    expect((await manage.history())[0]).toBe(
      'Someone else booked and paid for the afternoon of your day. The morning isn’t booked again yet.',
    );
    await expect.poll(() => manage.history()).not.toContainEqual(expect.stringContaining('back to your card'));
    await bookByCalls(shop, { date, claim: 'am' }, `Half Two ${scripts}`);
    await manage.reloadUntil('Your time was filled after all. We’ve sent $499 back');
    await shop.mail(who.email, /^Good news: you get your \$499 back/);
  });

  test('without a choice a visit stays, and the page says why; its own time is shown and cannot be chosen', async () => {
    const visitor = await shop.visit({ scripts, size: 'phone' });
    const slot = { date: await shop.day(1), claim: 'pm' } as const;
    const { link } = await bookByCalls(shop, slot, `Unchanged ${scripts}`);
    const manage = new ManagePage(visitor);
    await manage.open(link);
    await manage.follow('Pick another time');
    const days = visitor.page.getByRole('group', { name: 'Which day?' });
    await visitor.page.getByRole('button', { name: 'Move the visit' }).click();
    await days.getByText('Choose a day and time.').waitFor();
    await days.getByText('your visit now').waitFor();
    const picker = new BookingPage(visitor);
    await picker.showMonth(slot.date, await shop.today());
    await days.getByText(`your visit now: ${slotText(slot)}.`).waitFor();
    await expect.poll(() => picker.slot(slot).count()).toBe(0);
    await visitor.page.goto(`${new URL(visitor.page.url()).pathname}?date=${slot.date}&claim=pm`);
    await manage.ready();
    await days.getByText('your visit now').waitFor();
    await visitor.page.getByRole('button', { name: 'Move the visit' }).click();
    await days.getByText('Choose a day and time.').waitFor();
    await manage.open(link);
    await expect.poll(() => manage.history()).toHaveLength(1);
  });
});

describe('a visitor', () => {
  const shop = openShop();

  test('without script, moves a visit twice and cancels it in time: the whole payment is refunded', async () => {
    await moveTwiceAndCancel(
      shop,
      await shop.visit({ scripts: false, in: 'chromium', size: 'phone' }),
      'Mover Without',
    );
  });

  test('is shown a booking only with its link, and no trace of the link is left', async () => {
    const { link } = await bookByCalls(shop, { date: await shop.day(1), claim: 'am' }, 'Private Person');
    const visitor = await shop.visit();
    const manage = new ManagePage(visitor);
    await manage.open(link);
    const address = visitor.page.url();
    expect(address).not.toContain(link.slice(-43));
    const response = await visitor.page.reload();
    expect(response?.headers()).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'same-origin' });
    await expect.poll(() => visitor.page.locator('meta[name=robots]').last().getAttribute('content')).toBe('noindex');
    expect(await visitor.page.content()).not.toContain(link.slice(-43));

    const stranger = await shop.visit();
    const locked = [address, `${address}/receipt`, `${address}/cancel`, `${shop.origin}/booking/none`];
    for (const path of [...locked, `${shop.origin}/booking/unknown`]) {
      const answer = await stranger.page.goto(path);
      expect(answer?.status()).toBe(404);
      expect(await stranger.page.content()).not.toContain('Oak Street');
      // Where a link leads that opens nothing.
      const isEnded = path.endsWith('/unknown');
      const name = isEnded ? 'This link doesn’t open anything anymore' : 'This page opens from our email';
      await stranger.page.getByRole('heading', { name }).waitFor();
    }
  });

  test('from Tokyo sees the business’s dates, and its deadlines follow them', async () => {
    const visitor = await shop.visit({ timeZone: 'Asia/Tokyo' });
    const slot = { date: await shop.day(0), claim: 'pm' } as const;
    const { link } = await bookByCalls(shop, slot, 'Far Away');
    const manage = new ManagePage(visitor);
    await manage.open(link);
    const last = await shop.today();
    await manage.stands(slot);
    await manage.says(`You can move or cancel it for free until the end of today, ${shortDate(last)}.`);
    await shop.passMinutes((await shop.minutesToMidnight()) - 1);
    expect(await shop.today()).toBe(last);
    await visitor.page.reload();
    await manage.says(`You can move or cancel it for free until the end of today, ${shortDate(last)}.`);
    await shop.passMinutes(2);
    await visitor.page.reload();
    await manage.says('It’s too late to move it');
  });

  test('can move and cancel by keyboard alone', async () => {
    const visitor = await shop.visit();
    const { page } = visitor;
    const slot = { date: await shop.day(3), claim: 'am' } as const;
    const { link } = await bookByCalls(shop, slot, 'No Mouse');
    const manage = new ManagePage(visitor);
    await manage.open(link);
    await page.getByRole('link', { name: 'Cancel for a full refund' }).focus();
    await page.keyboard.press('Enter');
    await manage.heading('Cancel your visit?');
    await page.keyboard.press('Tab');
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    await expect.poll(() => focused()).toBe('Cancel the visit and get $299 back');
    await page.keyboard.press('Enter');
    await manage.heading('This visit is canceled');
    await expect.poll(() => focused()).toBe('This visit is canceled');
  });
});
