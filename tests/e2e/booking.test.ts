import { describe, expect, test } from 'vitest';
import { addDays, longDate, monthOf, shortDate } from '#shared/civil-date.ts';
import { referenceOf } from '#shared/booking/reference.ts';
import { BookingPage, hoursText, pay, person, slotText } from './booking-page.ts';
import { hydrated } from './browser.ts';
import { linkIn } from './manage-page.ts';
import { OWNER, openShop } from './shop.ts';

const shop = openShop();

/** A half day from the list of the next open days, a full day from its month. */
const BOOKINGS = [
  { size: 'phone', scripts: false, claim: 'full', from: 'the month', name: 'Bob Ray', after: 2 },
  { size: 'desktop', scripts: true, claim: 'full', from: 'the month', name: 'Cleo Fox', after: 40 },
  { size: 'desktop', scripts: false, claim: 'pm', from: 'the list', name: 'Dan Poe', after: 1 },
] as const;

describe.each(BOOKINGS)('on a $size, scripts $scripts', ({ size, scripts, claim, from, name, after }) => {
  const service = claim === 'full' ? 'full day' : 'half day';
  const price = claim === 'full' ? '$499' : '$299';

  test(`a ${service} is picked from ${from}, paid and confirmed`, async () => {
    const visitor = await shop.visit({ size, scripts });
    const { page } = visitor;
    const booking = new BookingPage(visitor);
    const who = person(name);
    const date = await shop.day(after);
    const slot = { date, claim };
    const when = `${longDate(date)}, ${hoursText(claim)}`;
    const deadline = addDays(date, -2);
    const until = deadline === (await shop.today()) ? 'until the end of today,' : 'through';

    await page.goto('/');
    if (scripts) await hydrated(page);
    await page.getByRole('link', { name: `Book a ${service}` }).click();
    await booking.ready();
    if (from === 'the month') {
      await booking.button('More days').click();
      for (let month = monthOf(await shop.today()); month < monthOf(date); month = monthOf(addDays(`${month}-28`, 5))) {
        await page.getByRole('table').waitFor();
        await booking.button(nextMonthName(month)).click();
        await page
          .getByRole('caption')
          .filter({ hasText: nextMonthName(month) })
          .waitFor();
      }
    }
    await booking.choose(slot);
    await booking.fillIn(who);
    if (scripts)
      await summarySays(booking, slotText(slot), price, `Move or cancel for free ${until} ${shortDate(deadline)}.`);
    await booking.sendToPay();

    await expect.poll(() => page.getByRole('main').innerText()).toContain(`Pay ${price}`);
    await expect.poll(() => page.getByRole('main').innerText()).toContain(when);
    await pay(page);

    await page.getByRole('heading', { name: 'Your visit is booked' }).waitFor();
    const address = new URL(page.url());
    expect(address.pathname).toBe('/book/confirmation');
    expect(Object.fromEntries(address.searchParams)).toEqual({
      status: 'confirmed',
      service: claim === 'full' ? 'full-day' : 'half-day',
      eventId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    const ticket = await page.getByRole('main').innerText();
    expect(ticket).toContain(slotText(slot));
    expect(ticket).toContain(price);
    expect(ticket).toContain(`through ${shortDate(deadline)}, 11:59 pm (Pacific Time)`);
    expect(ticket).not.toContain(who.name);

    const both = [
      longDate(date),
      `${hoursText(claim)} (Pacific Time)`,
      price,
      `through ${longDate(deadline)}, 11:59 pm (Pacific Time)`,
    ];
    const mail = await shop.mail(who.email, /\(booked\)$/);
    for (const said of [...both, who.address, who.task, referenceOf(address.searchParams.get('eventId') ?? '')]) {
      expect(inOneLine(mail.text)).toContain(said);
    }
    const notice = await shop.mail(OWNER, new RegExp(`New booking: ${slotText(slot)}`));
    for (const said of [...both, who.name, who.phone, who.email, who.address, 'The blue house']) {
      expect(inOneLine(notice.text)).toContain(said);
    }
    expect(mail.text + notice.text).not.toContain(who.gate);

    await page.goto('/dev/mailbox');
    await page.getByRole('link', { name: `Handyman visit ${slotText(slot)} (booked)` }).click();
    await page.frameLocator('iframe >> nth=0').getByRole('link', { name: 'See, move, or cancel your visit' }).waitFor();
    await page.goto(linkIn(mail));
    await page.getByRole('heading', { name: 'Your visit' }).waitFor();
    await page.getByText(slotText(slot), { exact: true }).waitFor();
  });
});

async function summarySays(booking: BookingPage, ...said: string[]): Promise<void> {
  const summary = booking.page.getByRole('complementary', { name: 'Your booking' });
  await summary.getByText(said[0]!).waitFor();
  for (const words of said) expect(await summary.innerText()).toContain(words);
}

function nextMonthName(month: string): string {
  const [year, index] = month.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, index, 1)).toLocaleDateString('en-US', {
    timeZone: 'UTC',
    month: 'long',
    year: 'numeric',
  });
}

function inOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}
