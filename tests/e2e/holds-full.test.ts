import assert from 'node:assert/strict';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Slot } from '#shared/booking/availability.ts';
import { type CivilDate, addDays } from '#shared/civil-date.ts';
import { FORM_TOKEN_HEADER } from '#shared/account/form-token.ts';
import { rpcPath } from '#shared/calls/rpc.ts';
import { problems } from './accessibility.ts';
import { AccountPage, OWNER_ACCOUNT, signedIn } from './account-page.ts';
import { BookingPage, pay, person, slotText } from './booking-page.ts';
import type { Visitor } from './browser.ts';
import { farAddress, openLimitedShop } from './limited-shop.ts';
import { OWNER, holdRequest } from './shop.ts';

const shop = openLimitedShop();
let today: CivilDate;

const fullDay = (ahead: number): Slot => ({ date: addDays(today, ahead), claim: 'full' });

async function comesFrom<Some extends Visitor>(address: string, visitor: Some): Promise<Some> {
  await visitor.context.setExtraHTTPHeaders({ 'x-forwarded-for': address });
  return visitor;
}

beforeAll(async () => {
  const registered = await shop.callFrom(farAddress(900), rpcPath('register'), OWNER_ACCOUNT);
  assert.equal(registered.status, 200);
  today = await shop.today();
});

// Earlier holds have ended.
beforeEach(() => shop.passMinutes(31));

/** Strangers hold a day each, until a hold is refused. */
async function holdAllAllowed(addressOf: (index: number) => string): Promise<void> {
  const holdNext = async (index: number) => (await shop.holdFrom(addressOf(index), fullDay(1 + index))).status;
  await expect.poll(() => holdNext(0)).toBe(200);
  let index = 1;
  while ((await holdNext(index)) !== 429) index += 1;
}

/** The owner's account books and pays by calls. */
async function ownerPaysFor(slot: Slot): Promise<void> {
  const { cookie = '' } = await signedIn(OWNER_ACCOUNT, shop);
  const page = await (await shop.fetch('/app', { headers: { cookie } })).text();
  const token = /data-user="([^"]+)"/.exec(page)?.[1] ?? '';
  const { email } = person('Paid Before');
  const held = await shop.fetch(rpcPath('hold'), {
    method: 'POST',
    body: JSON.stringify(holdRequest(slot, { email })),
    headers: { cookie, 'content-type': 'application/json', [FORM_TOKEN_HEADER]: token },
  });
  const { redirect } = (await held.json()) as { redirect: string };
  const checkout = new URL(redirect, shop.origin).pathname;
  await shop.fetch(checkout, { method: 'POST', headers: { cookie }, body: new URLSearchParams({ way: 'pay' }) });
  await shop.mail(email, /\(booked\)$/);
}

test('a visitor reads that new customers hold as many times as may be; a customer who has paid before books the same slot after signing in', async () => {
  await ownerPaysFor(fullDay(50));
  const visitor = await comesFrom(farAddress(100), await shop.visit({ size: 'phone' }));
  const { page } = visitor;
  const booking = new BookingPage(visitor);
  const slot = fullDay(30);
  await holdAllAllowed(farAddress);
  const who = person('Signs In');
  await booking.open(slot);
  await booking.fillIn(who);
  await booking.send();

  const notice = booking.notice('We can’t hold that time for you right now');
  await notice.getByText('Nothing was charged').waitFor();
  await notice.getByText(/Try again in (?:29|30) minutes/).waitFor();
  const mail = notice.getByRole('link', { name: OWNER });
  await expect.poll(() => mail.getAttribute('href')).toBe(`mailto:${OWNER}`);
  expect(await problems(page)).toEqual([]);
  await booking.holds(who);

  await notice.getByText('If you’ve paid for a visit before').waitFor();
  const signIn = notice.getByRole('link', { name: /sign in/i });
  await signIn.click();
  const account = new AccountPage(visitor);
  await account.arrives('/login');
  await account.heading('Sign in').waitFor();
  await account.signIn(OWNER_ACCOUNT);
  await account.arrives('/book');
  await booking.holds(who);
  await booking.sendToPay();
  await pay(page);
  await page.getByRole('heading', { name: 'Your visit is booked' }).waitFor();
  expect((await shop.mail(who.email, /\(booked\)$/)).subject).toContain(slotText(slot));
});

test('without scripts, a visitor reads that their network holds as many times as it may, and can book from another one', async () => {
  const address = '203.0.113.7';
  await holdAllAllowed(() => address);
  const visitor = await comesFrom(address, await shop.visit({ scripts: false, size: 'phone' }));
  const booking = new BookingPage(visitor);
  const who = person('Shares A Network');
  await booking.open(fullDay(32));
  await booking.fillIn(who);
  await booking.send();
  const notice = booking.notice('We can’t hold another time for your network');
  await notice.getByText('Nothing was charged').waitFor();
  expect(await notice.getByRole('link').allInnerTexts()).toEqual([OWNER]);
  await booking.holds(who);
  await comesFrom(farAddress(103), visitor);
  await booking.sendToPay();
});
