import { describe, expect, test } from 'vitest';
import { referenceOf } from '#shared/booking/reference.ts';
import { BookingPage, dayText, pay, person, slotText } from './booking-page.ts';
import { payAfterDecline } from './engines/booking-flows.ts';
import { OWNER, openShop } from './shop.ts';

const shop = openShop();

const BOOKED = { name: 'Your visit is booked' };

/** A visitor with a hold, on the payment page. */
async function atThePayPage(name: string, after: number, options: { scripts?: boolean; size?: 'phone' } = {}) {
  const visitor = await shop.visit(options);
  const booking = new BookingPage(visitor);
  const slot = { date: await shop.day(after), claim: 'am' } as const;
  const who = person(name);
  await booking.open(slot);
  await booking.fillIn(who);
  await booking.sendToPay();
  return { page: visitor.page, booking, slot, who };
}

describe.each([true, false])('scripts %s', (scripts) => {
  test('on a phone, the button that pays stands right below the seller', async () => {
    const { page } = await shop.visit({ size: 'phone', scripts, in: 'chromium' });
    await page.goto('/book?service=half-day&step=person');
    const seller = await page.getByText(/^Sold by .*write to/).boundingBox();
    const button = await page.getByRole('button', { name: 'Pay $299 and book' }).boundingBox();
    const gap = seller && button && button.y - (seller.y + seller.height);
    expect(Math.abs(gap ?? Infinity)).toBeLessThan(40);
  });

  test('a payment after the slot was lost is refunded, with an apology and open slots', async () => {
    const { page, booking, slot, who } = await atThePayPage(`Lost ${scripts}`, scripts ? 2 : 3, { scripts });
    await pay(page, 'Pay much later');
    await page.getByText('Your payment is on its way.').waitFor();
    await shop.passMinutes(31);
    await shop.holdAsOtherVisitor(slot);
    await shop.passMinutes(5);

    const mail = await shop.mail(who.email, /^Sorry: .* was taken. You get your \$299 back$/);
    expect(mail.text).toMatch(/all\s+of\s+your\s+\$299\s+goes\s+back/);
    const links = [...mail.text.matchAll(/http\S+claim=\w+/g)].map(([link]) => link);
    expect(links).toHaveLength(4);
    expect(mail.text).not.toContain(`date=${slot.date}&claim=${slot.claim}`);

    await page.reload();
    await page.getByRole('link', { name: 'Continue to the shop' }).click();
    await booking.ready();
    const notice = booking.notice('Your payment came too late for that time');
    await notice.getByText('The whole amount goes back to your card').waitFor();
    await booking.holds(who);
    await expect.poll(() => booking.slot(slot).count()).toBe(0);
    const instead = { date: slot.date, claim: 'pm' } as const;
    await notice.getByRole('button', { name: slotText(instead) }).click();
    await booking.hasChosen(instead);
    await booking.holds(who);

    await page.goto(links[0]!);
    await page.getByRole('complementary', { name: 'Your booking' }).getByText(dayText(slot.date)).waitFor();
  });
});

test('without script, a declined card is reported, and the next attempt succeeds', async () => {
  const { page, who } = await atThePayPage('Declined Without', 1, { scripts: false, size: 'phone' });
  await payAfterDecline(shop, page, who);
});

test('a late payment is accepted while the slot is still open', async () => {
  const { page, slot, who } = await atThePayPage('Late But Lucky', 4);
  await pay(page, 'Pay late');
  await page.getByText('Your payment is on its way.').waitFor();
  await shop.passMinutes(31);
  const mail = await shop.mail(who.email, /\(booked\)$/);
  expect(mail.text).toContain('$299, in full');
  await shop.mail(OWNER, new RegExp(`New booking: ${slotText(slot)}`));
  await page.reload();
  await page.getByRole('link', { name: 'Continue to the shop' }).click();
  await page.getByRole('heading', BOOKED).waitFor();
});

test('of two payments for one booking, one is refunded', async () => {
  const { page, slot, who } = await atThePayPage('Paid Twice', 5);
  const checkout = page.url();
  await pay(page, 'Pay twice');
  await page.getByRole('heading', BOOKED).waitFor();
  await shop.mail(who.email, /\(booked\)$/);
  const mail = await shop.mail(who.email, /^You paid twice: we’re sending \$299 back/);
  expect(mail.text).toMatch(/you\s+paid\s+twice\s+for\s+the\s+visit\s+below/);
  await shop.mail(OWNER, new RegExp(`New booking: ${slotText(slot)}`));
  expect((await shop.mails()).filter(({ to }) => to === who.email)).toHaveLength(2);
  await shop.waitForText(checkout, '$299 taken, $299 given back');
});

test('a failed refund is reported to the owner once, and retried until it succeeds', async () => {
  const { page, who } = await atThePayPage('Refund Fails', 6);
  const checkout = page.url();
  await pay(page, 'fail to give one back');
  await page.getByRole('heading', BOOKED).waitFor();
  const mail = await shop.mail(OWNER, /^Needs attention: a refund of \$299 failed$/);
  const eventId = new URL(page.url()).searchParams.get('eventId') ?? '';
  expect(mail.text).toContain(referenceOf(eventId));
  expect(mail.text).toContain('the bank did not answer');
  expect(mail.text).toContain(who.name);
  await shop.mail(who.email, /^You paid twice: we’re sending \$299 back/);
  await shop.passMinutes(1);
  await shop.waitForText(checkout, '$299 taken, $299 given back');
  expect((await shop.mails()).filter(({ subject }) => subject.startsWith('Needs attention'))).toHaveLength(1);
});
