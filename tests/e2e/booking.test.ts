import { expect, test } from 'vitest';
import { addDays, longDate, shortDate } from '#shared/civil-date.ts';
import { referenceOf } from '#shared/booking/reference.ts';
import { rpcPath } from '#shared/calls/rpc.ts';
import { BookingPage, dayText, hoursText, pay, person, slotText } from './booking-page.ts';
import { linkIn } from './manage-page.ts';
import { OWNER, holdRequest, openShop } from './shop.ts';

const shop = openShop();

test('on a phone without scripts, a half day is picked, paid and confirmed', async () => {
  const { page, ...visitor } = await shop.visit({ size: 'phone', scripts: false });
  const booking = new BookingPage({ page, ...visitor });
  const who = person('Bob Ray');
  const date = await shop.day(1);
  const slot = { date, claim: 'pm' } as const;
  const deadline = addDays(date, -2);

  await page.goto('/');
  await page.getByRole('link', { name: 'Book a half day' }).click();
  await booking.ready();
  await booking.choose(slot);
  await booking.fillIn(who);
  await booking.sendToPay();

  await expect.poll(() => page.getByRole('main').innerText()).toContain('Pay $299');
  await expect.poll(() => page.getByRole('main').innerText()).toContain(`${longDate(date)}, ${hoursText('pm')}`);
  await pay(page);

  await page.getByRole('heading', { name: 'Your visit is booked' }).waitFor();
  const address = new URL(page.url());
  expect(address.pathname).toBe('/book/confirmation');
  expect(Object.fromEntries(address.searchParams)).toEqual({
    status: 'confirmed',
    service: 'half-day',
    eventId: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  const ticket = await page.getByRole('main').innerText();
  expect(ticket).toContain(slotText(slot));
  expect(ticket).toContain('$299');
  expect(ticket).toContain(`through ${shortDate(deadline)}, 11:59 pm (Pacific Time)`);
  expect(ticket).not.toContain(who.name);

  const both = [
    longDate(date),
    `${hoursText('pm')} (Pacific Time)`,
    '$299',
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

test("a browser in Tokyo shows the business's days and hours, and names their time zone", async () => {
  const visitor = await shop.visit({ timeZone: 'Asia/Tokyo' });
  const { page } = visitor;
  const booking = new BookingPage(visitor);
  const today = await shop.today();
  const date = await shop.day(0);
  const slot = { date, claim: 'am' } as const;
  const { name, email } = person('From Tokyo');
  const held = await page.request.post(rpcPath('hold'), {
    data: holdRequest(slot, { name, email }),
    headers: { origin: shop.origin },
  });
  await page.goto(((await held.json()) as { redirect: string }).redirect);
  const paying = await page.getByRole('main').innerText();
  expect(paying).toContain(longDate(date));
  expect(paying).toMatch(/until \d+:\d\d [ap]m Pacific Time/);
  await page.getByRole('link', { name: 'Cancel and go back to the shop' }).click();
  await booking.ready();
  await booking.hasChosen(slot);
  await page.getByText('All times are Pacific Time').waitFor();
  await page.getByRole('heading', { level: 3, name: dayText(addDays(today, 1)) }).waitFor();
  await page
    .getByText(/^Tomorrow\. /)
    .first()
    .waitFor();
  await page.getByText(/^No one else can take it until \d+:\d\d [ap]m Pacific Time/).waitFor();
  await page.getByRole('link', { name: 'Continue to payment' }).click();
  await pay(page);
  await page.getByRole('heading', { name: 'Your visit is booked' }).waitFor();
  const ticket = await page.getByRole('main').innerText();
  expect(ticket).toContain(slotText(slot));
  expect(ticket).toContain('Pacific Time');
  expect((await shop.mail(email, /\(booked\)$/)).text).toContain('(Pacific Time)');
});

test('without scripts, a slot lost between choosing and sending is reported, with the nearest open ones; typed values stay', async () => {
  const visitor = await shop.visit({ scripts: false });
  const booking = new BookingPage(visitor);
  const slot = { date: await shop.day(2), claim: 'full' } as const;
  const who = person('Too Late');
  await visitor.page.goto('/book?service=full-day');
  await booking.ready();
  await booking.choose(slot);
  await booking.fillIn(who);
  await shop.holdAsOtherVisitor({ ...slot, claim: 'pm' });
  await booking.send();

  const notice = booking.notice('That time has just been taken');
  await notice.getByText('Nothing was charged').waitFor();
  const offers = await notice.getByRole('button').allInnerTexts();
  expect(offers).toHaveLength(4);
  for (const offer of offers) expect(offer).toContain('7:00 am to 6:00 pm');
  await booking.holds(who);
  await expect
    .poll(() => visitor.page.getByRole('radio', { name: 'Full day $499', includeHidden: true }).isChecked())
    .toBe(true);
  await expect.poll(() => booking.slot(slot).count()).toBe(0);

  await notice.getByRole('button').first().click();
  await visitor.page.getByRole('complementary', { name: 'Your booking' }).getByText(offers[0]!).waitFor();
  await booking.holds(who);
  await booking.sendToPay();
  await pay(visitor.page);
  await visitor.page.getByRole('heading', { name: 'Your visit is booked' }).waitFor();
  const mail = await shop.mail(who.email, /\(booked\)$/);
  expect(mail.subject).toContain(offers[0]);
});

function inOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}
