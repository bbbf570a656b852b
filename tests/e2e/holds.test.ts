import { expect, test } from 'vitest';
import { parseSlot, slotValue } from '#shared/booking/booking-form.ts';
import type { Slot } from '#shared/booking/availability.ts';
import { rpcPath } from '#shared/calls/rpc.ts';
import { BookingPage, pay, person, slotText } from './booking-page.ts';
import { hydrated } from './browser.ts';
import { expectVisibleFocus, tabTo } from './keyboard.ts';
import { holdRequest, openShop } from './shop.ts';

const shop = openShop();

test('without scripts and bfcache, Back checks the chosen slot or none: never the one that is now in its place', async () => {
  const visitor = await shop.visit({ scripts: false });
  const { page } = visitor;
  const booking = new BookingPage(visitor);
  const slot = { date: await shop.day(2), claim: 'pm' } as const;
  await booking.open();
  await booking.choose(slot);
  await page.goto('/legal/terms');
  await shop.holdAsOtherVisitor({ date: await shop.day(0), claim: 'am' });
  await page.goBack();
  await booking.ready();
  await page.reload();
  await booking.ready();
  const checked = await page
    .locator('input[name^=slot]:checked')
    .evaluateAll((radios: HTMLInputElement[]) => radios.map((radio) => radio.value));
  expect([[], [slotValue(slot)]]).toContainEqual(checked);
});

test('a slot held or booked in another tab is shown as the visitor’s own', async () => {
  const visitor = await shop.visit();
  const slot = { date: await shop.day(2), claim: 'am' } as const;
  const first = new BookingPage(visitor);
  const second = new BookingPage({ ...visitor, page: await visitor.context.newPage() });
  const who = person('Two Tabs');
  await first.open(slot);
  await second.open(slot);
  await second.fillIn(who);
  await first.fillIn(who);
  await first.sendToPay();
  await second.page.getByRole('heading', { name: `You’re holding ${slotText(slot)}` }).waitFor();
  await second.hasChosen(slot);
  await second.holds(who);
  await expect.poll(() => second.page.getByRole('alert').count()).toBe(0);
  const other = { ...slot, claim: 'pm' } as const;
  await second.choose(other);
  await second.page.getByText(`Below, ${slotText(other)} is picked.`).waitFor();
  await pay(first.page);
  await second.page.getByRole('heading', { name: `You’ve booked ${slotText(slot)}` }).waitFor();
  await second.slot(slot).waitFor({ state: 'detached' });
  await expect.poll(() => second.page.getByRole('alert').count()).toBe(0);
});

test('without scripts, a visitor can release a hold: the slot is open to others at once, and the browser forgets the typed values', async () => {
  const visitor = await shop.visit({ scripts: false, size: 'phone' });
  const { page } = visitor;
  const booking = new BookingPage(visitor);
  const slot = { date: await shop.day(1), claim: 'am' } as const;
  const { name, email, address } = person('Gives Back');
  const openToOthers = async () => {
    const html = await (await shop.fetch('/book')).text();
    return (['am', 'pm'] as const).filter((claim) => html.includes(`value="${slotValue({ ...slot, claim })}"`));
  };
  const held = await page.request.post(rpcPath('hold'), {
    data: holdRequest(slot, { name, email, address }),
    headers: { origin: shop.origin },
  });
  const { redirect: checkout } = (await held.json()) as { redirect: string };
  await booking.open();
  expect(await page.content()).toContain(email);
  expect(await openToOthers()).toEqual(['pm']);

  await page.getByText('The time opens to others right away, nothing is charged').waitFor();
  await page.getByText('close this tab afterward').waitFor();
  await booking.button('Give the time back').click();
  await page.getByRole('heading', { name: /^You’re holding/ }).waitFor({ state: 'detached' });
  await booking.ready();
  expect(new URL(page.url()).pathname).toBe('/book');
  const said = page.getByText('You’ve given the time back. It’s open to others again');
  await said.waitFor();
  await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('');
  await expect.poll(() => page.getByLabel('Street address').inputValue()).toBe('');
  expect(await page.content()).not.toContain(email);
  expect(await openToOthers()).toEqual(['am', 'pm']);
  await page.getByRole('link', { name: 'Pricing' }).first().click();
  await page.waitForURL('**/pricing');
  await said.waitFor({ state: 'detached' });
  await page.goto(checkout);
  await page.getByText('This checkout is closed. Nothing was taken.').waitFor();
});

test('the confirmation page says of a held slot that it is held, whatever the URL claims', async () => {
  const slot = { date: await shop.day(4), claim: 'pm' } as const;
  const { name, email, phone, address } = person('Not Yet Paid');
  const held = await shop.hold(slot, { name, email, phone, address });
  const { redirect } = (await held.json()) as { redirect: string };
  const cookie = held.headers.getSetCookie().map((line) => line.split(';')[0]);
  const hold = await shop.fetch(rpcPath('currentHold'), { headers: { cookie: cookie.join('; ') } });
  const { eventId } = (await hold.json()) as { eventId: string };

  const { page } = await shop.visit();
  await page.goto(`/book/confirmation?status=confirmed&service=full-day&eventId=${eventId}`);
  await page.getByRole('heading', { name: 'We’re waiting for your payment' }).waitFor();
  const seen = await page.content();
  for (const secret of [name, email, phone, address]) expect(seen).not.toContain(secret);

  // The page polls for the payment.
  await hydrated(page);
  const checkout = new URL(redirect, shop.origin).pathname;
  await shop.fetch(checkout, { method: 'POST', body: new URLSearchParams({ way: 'pay' }) });
  await page.getByRole('heading', { name: 'Your visit is booked' }).waitFor();
  await expect.poll(() => page.getByRole('main').innerText()).toContain(slotText(slot));
});

const TAKEN = 'That time has just been taken';

test('a slot that is taken while the page is open passes the focus on: the chosen slot to the notice, another slot to its replacement', async () => {
  const picker = new BookingPage(await shop.visit());
  await picker.open();
  const { page } = picker;
  const { keyboard } = page;
  const focused = page.locator(':focus');
  const [first, second]: [Slot, Slot] = [
    { date: await shop.day(3), claim: 'am' },
    { date: await shop.day(3), claim: 'pm' },
  ];

  // Focused, but not chosen.
  await picker.slot(first).focus();
  await keyboard.press('Shift');
  await shop.holdAsOtherVisitor(first);
  await focused.filter({ hasText: 'Morning not open' }).waitFor();
  await expectVisibleFocus(page);
  await tabTo(page, picker.slot(second));
  await keyboard.press('Space');
  await expect.poll(() => picker.slot(second).isChecked()).toBe(true);

  await shop.holdAsOtherVisitor(second);
  const notice = picker.notice(TAKEN);
  await notice.and(focused).waitFor();
  await expectVisibleFocus(page);
  await keyboard.press('Tab');
  await notice.getByRole('button').first().and(focused).waitFor();
  const told = page.getByRole('complementary', { name: 'Your booking' }).getByText(TAKEN);
  await expect.poll(() => told.isVisible()).toBe(true);

  // The first offered slot is taken, too.
  const offered = parseSlot((await focused.getAttribute('value'))!.replace('slot:', ''));
  await shop.holdAsOtherVisitor(offered!);
  await notice
    .getByRole('button', { name: /, taken$/ })
    .and(focused)
    .waitFor();
  await keyboard.press('Enter');
  await expect.poll(() => told.isVisible()).toBe(true);
  await keyboard.press('Tab');
  await keyboard.press('Enter');
  await told.waitFor({ state: 'detached' });
});
