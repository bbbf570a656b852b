import { describe, expect, test } from 'vitest';
import { rpcPath } from '#shared/calls/rpc.ts';
import type { AnyPage } from './any-page.ts';
import { BookingPage, dayText, slotText } from './booking-page.ts';
import { inChromium } from './browser.ts';
import { ManagePage, bookByCalls } from './manage-page.ts';
import { openShop } from './shop.ts';

const DAY = 24 * 60;
const MOVE = /^Move (?:the visit|it to .*)$/;

/** Leaves a page's calls without an answer, so that it learns of a change only when its form is sent. Returns what ends that. */
async function block(page: AnyPage, call: 'availabilityLive' | 'managedBooking'): Promise<() => Promise<void>> {
  const chromium = inChromium(page);
  const isCall = (url: URL) => url.pathname === rpcPath(call);
  await chromium.route(isCall, () => {});
  return () => chromium.unroute(isCall);
}

describe.each([true, false])('a customer whose visit changes meanwhile, scripts %s', (scripts) => {
  const shop = openShop();

  test('a customer whose deadline passes while the terms are open reads so, and is asked again', async () => {
    const visitor = await shop.visit({ scripts });
    await shop.toLateEvening();
    const { link } = await bookByCalls(shop, { date: await shop.day(0), claim: 'am' }, `Overtaken ${scripts}`);
    const manage = new ManagePage(visitor);
    await manage.open(link);
    const unblock = scripts ? await block(visitor.page, 'managedBooking') : async () => {};
    await manage.open(`${visitor.page.url()}/cancel`);
    await shop.toNextDay();
    await unblock();
    await visitor.page.getByRole('button', { name: 'Cancel the visit and get $299 back' }).click();
    const notice = visitor.page.getByRole('alert');
    await notice.getByRole('heading', { name: 'What this page said no longer holds' }).waitFor();
    await manage.says('If you cancel now, we keep your $299, unless someone else books your time');
    await manage.follow('Keep the visit');
    await manage.heading('Your visit');
    await expect.poll(() => manage.history()).toHaveLength(1);
  });

  test('a customer who cancels after booking has closed reads that the payment is kept, before and after', async () => {
    const visitor = await shop.visit({ scripts });
    const slot = { date: await shop.day(0), claim: 'pm' } as const;
    const { who, link } = await bookByCalls(shop, slot, `Last Hour ${scripts}`);
    for (const _day of ['tomorrow', 'its day']) await shop.toNextDay();
    await shop.passMinutes((await shop.minutesToMidnight()) - DAY / 2);
    const manage = new ManagePage(visitor);
    await manage.open(link);
    await manage.says('If you cancel now, we keep your $299: that time can’t be booked anymore.');
    await manage.follow('See what canceling means');
    await manage.says('If you cancel now, we keep your $299');
    await visitor.page.getByRole('button', { name: 'Cancel the visit: we keep $299' }).click();
    await manage.heading('This visit is canceled');
    await manage.says('so we kept the $299.');
    await expect.poll(() => visitor.page.getByRole('main').innerText()).not.toMatch(/unless|full refund|for now/);
    await shop.mail(who.email, / \(canceled late\): we keep your \$299$/);
  });

  test('a customer who changes a visit that was moved in another tab reads its new time, and decides again', async () => {
    const visitor = await shop.visit({ scripts });
    const [first, second, third] = await Promise.all(
      [1, 2, 3].map(async (after) => ({ date: await shop.day(after), claim: 'pm' }) as const),
    );
    const { link } = await bookByCalls(shop, first!, `Two Tabs ${scripts}`);
    const manage = new ManagePage(visitor);
    await manage.open(link);
    const address = visitor.page.url();
    const tabs = await Promise.all(
      ['cancel', 'reschedule'].map(async (path) => {
        const page = await visitor.page.context().newPage();
        const tab = new ManagePage({ ...visitor, page, scripts });
        await tab.open(`${address}/${path}`);
        return tab;
      }),
    );
    const [cancelling, moving] = [tabs[0]!, tabs[1]!];
    await new BookingPage({ ...visitor, page: moving.page, scripts }).slot(third!).check();
    await manage.moveTo(second!);
    await manage.heading('Your visit');

    await cancelling.page.getByRole('button', { name: /^Cancel the visit/ }).click();
    await moving.page.getByRole('button', { name: MOVE }).click();
    for (const tab of [cancelling, moving]) {
      const notice = tab.page.getByRole('alert');
      await notice.getByRole('heading', { name: 'The visit has moved' }).waitFor();
      await notice.getByText(`It is booked for ${slotText(second!)} now`).waitFor();
    }
    await cancelling.says(`Half day, ${slotText(second!)}.`);
    await cancelling.page.getByRole('button', { name: 'Cancel the visit and get $299 back' }).click();
    await cancelling.heading('This visit is canceled');
    await expect.poll(() => cancelling.history()).toContain('You canceled the visit in time.');
    await moving.page.getByRole('button', { name: MOVE }).click();
    await moving.page.getByText('This visit is no longer booked').waitFor();
  });

  test('a customer who moves a visit just after the deadline reads that it was not moved, and what canceling costs', async () => {
    const visitor = await shop.visit({ scripts, size: 'phone' });
    const { page } = visitor;
    await shop.toLateEvening();
    const wanted = { date: await shop.day(1), claim: 'am' } as const;
    const { link } = await bookByCalls(shop, { date: await shop.day(0), claim: 'am' }, `Ended ${scripts}`);
    const manage = new ManagePage(visitor);
    if (scripts) await block(page, 'availabilityLive');
    await manage.open(link);
    const unblock = scripts ? await block(page, 'managedBooking') : async () => {};
    await manage.open(`${page.url()}/reschedule`);
    await new BookingPage(visitor).slot(wanted).check();
    await shop.toNextDay();
    await unblock();
    await page.getByRole('button', { name: MOVE }).click();
    await manage.heading('It’s too late to move this visit');
    const notice = page.getByRole('alert').filter({ hasText: `It was not moved to ${slotText(wanted)}.` });
    await notice.waitFor();
    await expect.poll(() => notice.evaluate((element) => element.matches(':focus'))).toBe(scripts);
    await expect
      .poll(() => page.getByRole('main').innerText())
      .not.toMatch(/is free (?:through|until)|Moves to|Nothing to pay/);
    await expect.poll(() => page.getByRole('radio').count()).toBe(0);
    await manage.follow('See what canceling means');
    await manage.says('If you cancel now, we keep your $299, unless someone else books your time');
    await manage.follow('Keep the visit');
    await expect.poll(() => manage.history()).toHaveLength(1);
  });

  test('a customer who changes a visit that was canceled or has begun reads so, and that nothing was changed', async () => {
    const visitor = await shop.visit({ scripts });
    const [first, second] = await Promise.all(
      [1, 2].map(async (after) => ({ date: await shop.day(after), claim: 'am' }) as const),
    );
    const { link } = await bookByCalls(shop, first!, `Gone ${scripts}`);
    const manage = new ManagePage(visitor);
    await manage.open(link);
    const opens = async (path: string) => {
      const page = await visitor.page.context().newPage();
      const tab = new ManagePage({ ...visitor, page, scripts });
      await tab.open(`${manage.page.url()}/${path}`);
      return tab;
    };
    const [cancelling, moving] = [await opens('cancel'), await opens('reschedule')];
    await new BookingPage({ ...visitor, page: moving.page, scripts }).slot(second!).check();
    const meanwhile = await opens('cancel');
    await meanwhile.page.getByRole('button', { name: /^Cancel the visit/ }).click();
    await meanwhile.heading('This visit is canceled');

    await moving.page.getByRole('button', { name: MOVE }).click();
    await cancelling.page.getByRole('button', { name: /^Cancel the visit/ }).click();
    for (const tab of [moving, cancelling]) {
      await tab.heading('This visit is no longer booked');
      await expect
        .poll(() => tab.page.getByRole('main').innerText())
        .not.toMatch(/It is booked for|Moves to|get all of your/);
    }
    await moving.page
      .getByRole('alert')
      .getByText(`It was not moved to ${slotText(second!)}.`)
      .waitFor();
    await cancelling.page.getByRole('alert').getByText('Pressing the button changed nothing.').waitFor();
    await moving.follow('Back to your visit');
    await moving.heading('This visit is canceled');

    const today = { date: await shop.day(0), claim: 'pm' } as const;
    const { link: begins } = await bookByCalls(shop, today, `Begun ${scripts}`);
    for (const _day of ['tomorrow', 'its day']) await shop.toNextDay();
    await manage.open(begins);
    await manage.follow('See what canceling means');
    await shop.passMinutes((await shop.minutesToMidnight()) - DAY / 3);
    await manage.page.getByRole('button', { name: /^Cancel the visit/ }).click();
    await manage.heading('The visit has started');
    await manage.page.getByRole('alert').getByText('Pressing the button changed nothing.').waitFor();
  });

  test('a customer who goes back after a move finds the picker with the visit’s new time, and moves it again', async () => {
    const visitor = await shop.visit({ scripts, in: 'chromium', size: 'phone' });
    const { page } = visitor;
    const [first, second, third] = await Promise.all(
      [1, 2, 3].map(async (after) => ({ date: await shop.day(after), claim: 'pm' }) as const),
    );
    const { link } = await bookByCalls(shop, first!, `Back ${scripts}`);
    const manage = new ManagePage(visitor);
    await manage.open(link);
    await manage.moveTo(second!);
    await manage.heading('Your visit');
    await manage.stands(second!);
    await page.goBack();
    await manage.heading('Move your visit');
    await manage.ready();
    if (!scripts) await page.reload();
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
  });

  test('a customer whose browser has lost access reads how to open the visit', async () => {
    const visitor = await shop.visit({ scripts });
    const wanted = { date: await shop.day(2), claim: 'am' } as const;
    const { link } = await bookByCalls(shop, { date: await shop.day(3), claim: 'am' }, `Locked ${scripts}`);
    const manage = new ManagePage(visitor);
    await manage.open(link);
    await manage.follow('Pick another time');
    await new BookingPage(visitor).slot(wanted).check();
    await visitor.context.clearCookies();
    await visitor.page.getByRole('button', { name: MOVE }).click();
    await visitor.page.getByRole('heading', { name: 'This page opens from our email' }).waitFor();
    await expect.poll(() => visitor.page.getByRole('radio').count()).toBe(0);
  });

  test('a slot taken while it is being chosen is reported, with the nearest open ones, and the visit stays', async () => {
    const visitor = await shop.visit({ scripts });
    const slot = { date: await shop.day(1), claim: 'am' } as const;
    const wanted = { date: await shop.day(2), claim: 'am' } as const;
    const { link } = await bookByCalls(shop, slot, `Beaten ${scripts}`);
    const manage = new ManagePage(visitor);
    await manage.open(link);
    await manage.follow('Pick another time');
    await visitor.page.goto(`${visitor.page.url()}?date=${wanted.date}&claim=${wanted.claim}`);
    await manage.ready();
    await shop.holdAsOtherVisitor(wanted);
    await visitor.page.getByRole('button', { name: MOVE }).click();
    const notice = visitor.page.getByRole('alert').filter({ hasText: 'That time has just been taken' });
    await notice.getByText('Your visit stays where it was.').waitFor();
    const [offer] = await notice.getByRole('button').allInnerTexts();
    expect(offer).toBeDefined();
    await notice.getByRole('button').first().click();
    await visitor.page.getByRole('complementary', { name: 'Your visit' }).getByText(`Moves to ${offer}.`).waitFor();
    await visitor.page.getByRole('button', { name: MOVE }).click();
    await manage.heading('Your visit');
    await manage.says(offer ?? '');
  });
});

describe('a customer with an open page', () => {
  const shop = openShop();

  test('reads in place of the picker that free changes have ended, and the focus is there', async () => {
    const visitor = await shop.visit();
    await shop.toLateEvening();
    const { link } = await bookByCalls(shop, { date: await shop.day(0), claim: 'am' }, 'Looks On');
    const manage = new ManagePage(visitor);
    await manage.open(link);
    await manage.follow('Pick another time');
    await new BookingPage(visitor).slot({ date: await shop.day(1), claim: 'am' }).check();
    await shop.toNextDay();
    // A lost slot makes the server write to the stream at once.
    await shop.holdAsOtherVisitor({ date: await shop.day(20), claim: 'am' });
    await manage.heading('It’s too late to move this visit');
    await visitor.page.locator('h1:focus').waitFor();
    await expect.poll(() => visitor.page.getByRole('alert').count()).toBe(0);
    await manage.follow('See what canceling means');
  });
});
