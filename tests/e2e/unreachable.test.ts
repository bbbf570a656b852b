import { expect, test } from 'vitest';
import { rpcPath } from '#shared/calls/rpc.ts';
import { AccountPage, OWNER_ACCOUNT, openShopWithOwner } from './account-page.ts';
import { BookingPage, person } from './booking-page.ts';

const shop = openShopWithOwner();

test('after a lost response, pressing again leads to the one booking that was made', async () => {
  const visitor = await shop.visit({ size: 'phone' });
  const { page, complaints } = visitor;
  const booking = new BookingPage(visitor);
  const slot = { date: await shop.day(0), claim: 'pm' } as const;
  const who = person('Lost Answer');
  await booking.open(slot);
  await booking.fillIn(who);
  let checkout = '';
  await page.route(`**${rpcPath('hold')}`, async (route) => {
    const answer = await route.fetch();
    checkout = ((await answer.json()) as { redirect: string }).redirect;
    await route.abort();
  });
  await booking.send();
  await booking.notice('We couldn’t reach the booking desk').waitFor();
  await booking.holds(who);
  await booking.hasChosen(slot);
  await page.unroute(`**${rpcPath('hold')}`);
  await booking.sendToPay();
  expect(new URL(page.url()).pathname).toBe(checkout);
  expect(complaints.splice(0)).toEqual([expect.stringContaining('net::ERR_FAILED')]);
});

test('a page of the signed-in area opened without a connection says which one, and loads once there is one', async () => {
  const visitor = await shop.visit({ size: 'phone' });
  const { page, context, complaints } = visitor;
  const account = new AccountPage(visitor);
  await account.signInByCall(OWNER_ACCOUNT, shop);
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Profile' }).first().click();
  await account.heading('This page of your account didn’t load').waitFor();
  await page.getByText('This device isn’t connected to the internet.').waitFor();
  await context.setOffline(false);
  await page.getByRole('link', { name: 'Try again' }).click();
  await account.part('Email').waitFor();
  const toSchedule = page.getByRole('link', { name: 'Schedule', exact: true }).first();
  await toSchedule.click();
  await account.heading('Schedule').waitFor();
  await page.getByRole('link', { name: 'Profile' }).first().click();
  await account.part('Email').waitFor();
  await context.setOffline(true);
  await toSchedule.click();
  await account.heading('This admin page didn’t load').waitFor();
  await context.setOffline(false);
  await page.getByRole('link', { name: 'Try again' }).click();
  await account.heading('Schedule').waitFor();
  expect(complaints.splice(0).every((complaint) => /ERR_INTERNET_DISCONNECTED|Failed to fetch/.test(complaint))).toBe(
    true,
  );
});
