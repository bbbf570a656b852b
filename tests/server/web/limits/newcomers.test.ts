import { expect, test } from 'vitest';
import { manageUrl } from '#server/bookings/access/manage-link.ts';
import { holdExpiry } from '#server/bookings/jobs/hold-expiry.ts';
import { ADA, BEN, type Person, type Town, openTown } from '../../accounts/town.ts';
import { Customer } from '../../bookings/customer.ts';
import { MINUTE, openSite } from '../../bookings/site.ts';
import type { Visitor } from '../../bookings/visitor.ts';
import { run, until } from '../../workers/run.ts';
import { HOME, NEIGHBOR, WINDOW, empties, far, freeDay, fullDay, held, partHeld } from './calendar.ts';

/** The browser of an account that is signed in at this address. */
function signedInAt(town: Town, { browser }: Person, address: string): Visitor {
  const visitor = town.visitor(address);
  visitor.setCookie('session', browser.cookie('session') ?? '');
  return visitor;
}

/** Books and pays a day. Returns the booking. */
async function paysFor(visitor: Visitor, ahead: number): Promise<string> {
  const booking = await visitor.holds(fullDay(ahead));
  await visitor.pays();
  await visitor.returns();
  return booking;
}

test('unpaid holds of newcomers take at most half of the next days and of all days, from any number of networks', async () => {
  const site = openSite();
  expect(await empties(site, far)).toEqual(new Set(['holds-full']));
  expect(await partHeld(site, 4)).toBeLessThanOrEqual(1 / 2);
  expect(await held(site)).toBe(60);
});

test('accounts that never paid are newcomers, however many there are', async () => {
  const town = openTown();
  const accounts = [await town.resident(ADA), await town.resident(BEN)];
  for (let ahead = 1; ahead <= WINDOW; ahead++) {
    await signedInAt(town, accounts[ahead % 2]!, far(ahead)).hold(fullDay(ahead));
    await town.visitor(far(ahead + WINDOW)).hold(fullDay(ahead));
  }
  expect(await partHeld(town, 4)).toBeLessThanOrEqual(1 / 2);
  expect(await held(town)).toBe(60);
  for (const account of accounts) {
    expect(await signedInAt(town, account, NEIGHBOR).hold(await freeDay(town, 4))).toMatchObject({
      refusal: 'holds-full',
    });
  }
});

test('a refused newcomer gets the time at which the first hold ends', async () => {
  const site = openSite();
  run(site, holdExpiry);
  await empties(site, far);
  site.clock.advance(10 * MINUTE);
  const refused = await site.visitor(HOME).hold(fullDay(3));
  expect(refused).toMatchObject({ status: 429, refusal: 'holds-full', retryAfter: 20 * 60 });
  site.clock.advance(20 * MINUTE);
  await until(async () => (await held(site)) === 0);
  expect((await site.visitor(HOME).hold(fullDay(1))).status).toBe(200);
});

test('meanwhile customers who have paid before can book: by account, network, browser or mailed link', async () => {
  const town = openTown();
  const ada = await town.resident(ADA);
  await paysFor(signedInAt(town, ada, far(200)), 10);
  // Booked as a guest with the address of an account.
  const ben = await town.resident(BEN);
  const guest = town.visitor(far(201));
  await guest.holds({ ...fullDay(11), email: BEN.email });
  await guest.pays();
  await guest.returns();
  const payer = town.visitor(HOME);
  const paid = await paysFor(payer, 9);
  await empties(town, far);
  expect(await town.visitor(NEIGHBOR).hold(await freeDay(town, 4))).toMatchObject({ refusal: 'holds-full' });

  expect((await signedInAt(town, ada, NEIGHBOR).hold(await freeDay(town, 4))).status).toBe(200);
  expect((await signedInAt(town, ben, far(202)).hold(await freeDay(town, 4))).status).toBe(200);
  expect((await town.visitor(HOME).hold(await freeDay(town, 4))).status).toBe(200);
  const sameBrowser = town.visitor('192.0.2.9');
  sameBrowser.setCookie('browser0', payer.cookie('browser0') ?? '');
  expect((await sameBrowser.hold(await freeDay(town, 20))).status).toBe(200);
  const atWork = town.visitor('198.51.100.9');
  await atWork.request(await manageUrl(town, paid, 0));
  expect((await atWork.hold(await freeDay(town, 40))).status).toBe(200);
});

test('one payment frees one sixth, however many browsers, networks and links prove it', async () => {
  const town = openTown();
  const ada = await town.resident(ADA);
  const payer = signedInAt(town, ada, HOME);
  const paid = await paysFor(payer, WINDOW);
  for (let ahead = 1; ahead < WINDOW; ahead++) {
    const withLink = town.visitor(far(ahead));
    await withLink.request(await manageUrl(town, paid, 0));
    const each = [signedInAt(town, ada, far(ahead + WINDOW)), withLink, town.visitor(HOME)];
    await each[ahead % 3]!.hold(fullDay(ahead));
  }
  expect(await partHeld(town, 2)).toBeLessThanOrEqual(1 / 6);
});

test('a refunded booking frees nothing', async () => {
  const town = openTown();
  const ada = await town.resident(ADA);
  const payer = signedInAt(town, ada, HOME);
  const paid = await paysFor(payer, WINDOW);
  const customer = new Customer(town, payer, paid);
  customer.seen = fullDay(WINDOW);
  expect(await customer.cancels('refund')).toMatchObject({ status: 200 });
  await empties(town, far);
  const withLink = town.visitor(far(200));
  await withLink.request(await manageUrl(town, paid, 0));
  for (const visitor of [payer, withLink, town.visitor(HOME)]) {
    expect(await visitor.hold(await freeDay(town, 4))).toMatchObject({ refusal: 'holds-full' });
  }
});

test('a newcomer’s hold still counts as one in a customer’s browser', async () => {
  const town = openTown();
  const ada = await town.resident(ADA);
  await paysFor(signedInAt(town, ada, far(200)), WINDOW);
  for (let ahead = 1; ahead < WINDOW; ahead++) {
    const browser = town.visitor(far(ahead));
    await browser.hold(fullDay(ahead));
    browser.setCookie('session', ada.browser.cookie('session') ?? '');
    await browser.hold(fullDay(ahead));
  }
  expect(await partHeld(town, 6)).toBeLessThanOrEqual(1 / 2 + 1 / 6);
});
