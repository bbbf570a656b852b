/** A guest has the details of a visit deleted, with and without script, on a phone. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { problems } from './accessibility.ts';
import { ManagePage, bookByCalls } from './manage-page.ts';
import { openShop } from './shop.ts';

/** Past the end of the day, and less than a browser keeps a visit open. In minutes. */
const LATER = 23 * 60 + 45;

describe.each([true, false])('scripts %s', (scripts) => {
  const shop = openShop();

  async function guestOf(day: number, name: string) {
    const slot = { date: await shop.day(day), claim: 'am' } as const;
    const { who, link } = await bookByCalls(shop, slot, `${name} ${scripts}`);
    const visitor = await shop.visit({ scripts, size: 'phone' });
    const manage = new ManagePage(visitor);
    await manage.open(link);
    await manage.follow('Delete my details');
    await manage.heading('Delete your details?');
    return { visitor, manage, who, link };
  }

  /** Accessibility problems; they are looked for by a script. */
  const found = async (page: Page) => (scripts ? problems(page) : []);

  const press = ({ manage }: Awaited<ReturnType<typeof guestOf>>) =>
    manage.page.getByRole('button', { name: 'Delete my details' }).click();

  test('the visit is canceled with it: the page says what happens to the money first, and is gone afterwards', async () => {
    const guest = await guestOf(8, 'Leaves Now');
    const { manage, visitor, link } = guest;
    await manage.says('You get all of your $299 back');
    expect(visitor.page.viewportSize()?.width).toBeLessThan(400);
    expect(await found(visitor.page)).toEqual([]);
    await manage.page.getByRole('radio', { name: /^Cancel it/ }).check();
    await press(guest);
    await manage.says('Your visit is canceled and your details are deleted.');
    expect(new URL(visitor.page.url()).pathname).toBe('/');
    await visitor.page.goBack();
    await manage.heading('This visit’s details are deleted');
    expect(await found(visitor.page)).toEqual([]);
    await manage.open(link);
    await manage.heading('This link doesn’t open anything anymore');
  });

  test('or it is kept: the page says that the details go afterwards, and so does an email', async () => {
    const guest = await guestOf(9, 'Leaves Later');
    const { manage, visitor, who } = guest;
    await manage.page.getByRole('radio', { name: /^Keep it/ }).check();
    await press(guest);
    await manage.says('Your visit stays booked. Once it’s over, we delete your details.');
    await manage.says('You asked us to delete your details. We do once the visit is over.');
    await shop.mail(who.email, /^Still booked/);
    await manage.follow('Delete them sooner');
    await manage.ready();
    expect(await manage.page.getByRole('radio', { name: /^Keep it/ }).isChecked()).toBe(true);
    await visitor.page.goBack();
  });

  test('a page that says less than what is true by now changes nothing, and says what is true', async () => {
    const guest = await guestOf(0, 'Too Late');
    const { manage } = guest;
    await manage.says('You get all of your $299 back');
    await manage.page.getByRole('radio', { name: /^Cancel it/ }).check();
    await shop.passMinutes(LATER);
    await press(guest);
    await manage.says('What this page said no longer holds');
    await manage.says('If you cancel now, we keep your $299');
    await press(guest);
    await manage.says('Your visit is canceled and your details are deleted.');
    expect(new URL(guest.visitor.page.url()).pathname).toBe('/');
  });
});
