import { expect, test } from 'vitest';
import { manageUrl } from '#server/bookings/access/manage-link.ts';
import { ADA, BEN, type Person, type Town, openTown } from '../../accounts/town.ts';
import { openSite } from '../site.ts';
import type { Visitor } from '../visitor.ts';
import { DAYS, HOME, NEIGHBOR, far, fullDay, held, holdEachDay } from './calendar.ts';

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

test('all strangers together have twelve unpaid holds, from any number of networks', async () => {
  const site = openSite();
  expect(await holdEachDay(site, far)).toEqual({ held: 12, refusals: ['holds-full'] });
});

test('meanwhile customers who have paid before can book: by account, browser or mailed link', async () => {
  const town = openTown();
  const ada = await town.resident(ADA);
  await paysFor(signedInAt(town, ada, far(200)), 30);
  // Booked as a guest with the address of an account.
  const ben = await town.resident(BEN);
  const guest = town.visitor(far(201));
  await guest.holds({ ...fullDay(31), email: BEN.email });
  await guest.pays();
  await guest.returns();
  const payer = town.visitor(HOME);
  const paid = await paysFor(payer, 32);
  await holdEachDay(town, far);
  expect(await town.visitor(HOME).hold(fullDay(20))).toMatchObject({ refusal: 'holds-full' });

  expect((await signedInAt(town, ada, NEIGHBOR).hold(fullDay(20))).status).toBe(200);
  expect((await signedInAt(town, ben, far(202)).hold(fullDay(21))).status).toBe(200);
  const sameBrowser = town.visitor('192.0.2.9');
  sameBrowser.setCookie('hold', payer.cookie('hold') ?? '');
  expect((await sameBrowser.hold(fullDay(22))).status).toBe(200);
  const atWork = town.visitor('198.51.100.9');
  await atWork.request(await manageUrl(town, paid, 0));
  expect((await atWork.hold(fullDay(23))).status).toBe(200);
});

test('holds of customers count neither for them nor for strangers', async () => {
  const town = openTown();
  const ada = await town.resident(ADA);
  await paysFor(signedInAt(town, ada, HOME), DAYS);
  for (let ahead = 1; ahead <= 5; ahead++)
    expect((await signedInAt(town, ada, HOME).hold(fullDay(ahead))).status).toBe(200);
  for (let ahead = 6; ahead < DAYS; ahead++) await town.visitor(far(ahead)).hold(fullDay(ahead));
  expect(await held(town)).toBe((5 + 12) * 2);
});
