import { describe, expect, test } from 'vitest';
import { BookingPage, slotText } from './booking-page.ts';
import { ManagePage, booksAlready } from './manage-page.ts';
import { openShop } from './shop.ts';

const DAY = 24 * 60;

describe.each([true, false])('a customer whom something overtakes, scripts %s', (scripts) => {
  const shop = openShop();

  test('who looks at the terms while free changes end is told, and asked again', async () => {
    const visitor = await shop.visit({ scripts });
    const { link } = await booksAlready(shop, { date: await shop.day(0), claim: 'am' }, `Overtaken ${scripts}`);
    const manage = new ManagePage(visitor);
    await manage.open(link);
    await manage.follow('Cancel and get the money back');
    await shop.pass(DAY);
    await visitor.page.getByRole('button', { name: 'Cancel the visit and get $299 back' }).click();
    const notice = visitor.page.getByRole('alert');
    await notice.getByRole('heading', { name: 'It is too late by now for what this page said' }).waitFor();
    await manage.says('Your $299 is kept, unless the time is filled again');
    await manage.follow('Keep the visit');
    await manage.heading('Your visit');
    expect(await manage.history()).toHaveLength(1);
  });

  test('who gives up a time that nobody can book any more is told that the payment stays, before and after', async () => {
    const visitor = await shop.visit({ scripts });
    const slot = { date: await shop.day(0), claim: 'pm' } as const;
    const { who, link } = await booksAlready(shop, slot, `Last Hour ${scripts}`);
    for (const _day of ['today', 'tomorrow']) await shop.pass((await shop.minutesToMidnight()) + 1);
    await shop.pass((await shop.minutesToMidnight()) - DAY / 2);
    const manage = new ManagePage(visitor);
    await manage.open(link);
    await manage.says('your $299 stays with us, as the time can no longer be booked again.');
    await manage.follow('See what cancelling means');
    await manage.says('Your $299 stays with us');
    await visitor.page.getByRole('button', { name: 'Cancel the visit, though $299 is kept' }).click();
    await manage.heading('This visit is cancelled');
    await manage.says('The payment of $299 stays with us.');
    expect(await visitor.page.getByRole('main').innerText()).not.toMatch(/unless|comes back|for now/);
    await shop.mail(who.email, /^Cancelled late: .* stays with us$/);
  });

  test('who cancels or moves a visit that was moved in another tab is told where it is now, and decides again', async () => {
    const visitor = await shop.visit({ scripts });
    const [first, second, third] = await Promise.all(
      [1, 2, 3].map(async (after) => ({ date: await shop.day(after), claim: 'pm' }) as const),
    );
    const { link } = await booksAlready(shop, first!, `Two Tabs ${scripts}`);
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
    await moving.page.getByRole('button', { name: /^Move (?:the visit|it to .*)$/ }).click();
    for (const tab of [cancelling, moving]) {
      const notice = tab.page.getByRole('alert');
      await notice.getByRole('heading', { name: 'The visit was moved meanwhile' }).waitFor();
      await notice.getByText(`It is booked for ${slotText(second!)} now`).waitFor();
    }
    await cancelling.says(`Half day, ${slotText(second!)}. $299 paid.`);
    await cancelling.page.getByRole('button', { name: 'Cancel the visit and get $299 back' }).click();
    await cancelling.heading('This visit is cancelled');
    expect(await cancelling.history()).toContain('You cancelled the visit, in time.');
    await moving.page.getByRole('button', { name: /^Move (?:the visit|it to .*)$/ }).click();
    await moving.page.getByText('This visit is not booked any more').waitFor();
  });

  test('a time that is taken while it is being chosen is told, with the nearest ones, and the visit stays', async () => {
    const visitor = await shop.visit({ scripts });
    const slot = { date: await shop.day(1), claim: 'am' } as const;
    const wanted = { date: await shop.day(2), claim: 'am' } as const;
    const { link } = await booksAlready(shop, slot, `Beaten ${scripts}`);
    const manage = new ManagePage(visitor);
    await manage.open(link);
    await manage.follow('Pick another time');
    await visitor.page.goto(`${visitor.page.url()}?date=${wanted.date}&claim=${wanted.claim}`);
    await manage.ready();
    await shop.lose(wanted);
    await visitor.page.getByRole('button', { name: /^Move (?:the visit|it to .*)$/ }).click();
    const notice = visitor.page.getByRole('alert').filter({ hasText: 'That time has just been taken' });
    await notice.getByText('Your visit stands where it was.').waitFor();
    const [offer] = await notice.getByRole('button').allInnerTexts();
    expect(offer).toBeDefined();
    await notice.getByRole('button').first().click();
    await visitor.page.getByRole('complementary', { name: 'Your visit' }).getByText(`Moves to ${offer}.`).waitFor();
    await visitor.page.getByRole('button', { name: /^Move (?:the visit|it to .*)$/ }).click();
    await manage.heading('Your visit');
    await manage.says(offer ?? '');
  });
});
