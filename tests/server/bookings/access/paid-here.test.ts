/**
 * The visit's page opens for a day in the browser that paid, without the mail. No other
 * browser has access, nor this one after another customer has signed in there.
 */
import { expect, test } from 'vitest';
import { rpcPath } from '#shared/calls/rpc.ts';
import { DATE } from '../../../events/facts.ts';
import { ADA, BEN, books, openTown } from '../../accounts/town.ts';
import { Customer, UNKNOWN, customer } from '../customer.ts';
import { HOUR, openSite } from '../site.ts';

const DAY = 24 * HOUR;

/** A guest books and pays in a browser of their own. */
async function paid(site = openSite()) {
  const visitor = site.visitor();
  const id = await visitor.holds();
  await visitor.pays();
  await visitor.returns();
  return { site, visitor, here: new Customer(site, visitor, id), id };
}

test('the booking opens where it was paid, can be changed there, and the confirmation says so', async () => {
  const { here, visitor, id, site } = await paid();
  expect(await here.sees()).toMatchObject({ state: 'confirmed', visit: { name: 'Ada Reyes' } });
  expect(await visitor.ticket(id)).toMatchObject({ opensHere: true });
  expect(await site.visitor().ticket(id)).toMatchObject({ opensHere: false });
  expect(await here.moves(DATE, 'pm')).toMatchObject({ status: 200 });
  await here.sees();
  expect(await here.cancels('refund')).toMatchObject({ status: 200 });
});

test('a move from another browser ends access there, as it replaces the mailed link', async () => {
  const { site, here, id } = await paid();
  const elsewhere = new Customer(site, site.visitor(), id);
  await elsewhere.opens();
  await elsewhere.sees();
  await elsewhere.moves(DATE, 'pm');
  expect(await here.view()).toEqual(UNKNOWN);
});

test('no action there extends access beyond a day', async () => {
  const { site, here, visitor, id } = await paid();
  site.clock.advance(DAY - HOUR);
  expect(await visitor.hold()).toMatchObject({ status: 200 });
  await here.sees();
  expect(await here.moves(DATE, 'pm')).toMatchObject({ status: 200 });
  expect(await here.view()).toMatchObject({ kind: 'booking', claim: 'pm' });
  const other = await customer(site, { date: '2027-03-19' });
  await visitor.request(await other.link());
  site.clock.advance(HOUR);
  expect(await here.view()).toEqual(UNKNOWN);
  expect(await new Customer(site, visitor, other.id).view()).toMatchObject({ kind: 'booking' });
  expect(await visitor.ticket(id)).toMatchObject({ opensHere: false });
});

test('removing it there ends access, also when its link was opened or the form was sent again', async () => {
  const { here, visitor } = await paid();
  await here.opens();
  await visitor.hold();
  await visitor.request(rpcPath('forgetHold'), { method: 'POST', body: new URLSearchParams() });
  expect(await here.view()).toEqual(UNKNOWN);
});

test('where an account is signed in, signing out ends access to its bookings', async () => {
  const town = openTown();
  const ada = await town.resident(ADA);
  const id = await books(town, ada, ADA.email);
  expect(await new Customer(town, ada.browser, id).sees()).toMatchObject({ canForget: false });
});

test('another customer’s sign-in there ends access, also after they sign out', async () => {
  const town = openTown();
  const { here } = await paid(town);
  const ben = await town.resident(BEN, here.visitor);
  expect(await here.view()).toEqual(UNKNOWN);
  await ben.call('signOut', {});
  expect(await here.view()).toEqual(UNKNOWN);
});

test.each(['stays signed in', 'signs out again'])(
  'a booking paid elsewhere after another customer’s sign-in there, and %s, does not open',
  async (then) => {
    const town = openTown();
    const guest = town.visitor();
    const id = await guest.holds();
    const ben = await town.resident(BEN, guest);
    if (then === 'signs out again') await ben.call('signOut', {});
    await guest.pays();
    await town.visitor().returns(guest.checkout);
    expect((await town.state(id))?.status).toBe('confirmed');
    expect(await new Customer(town, guest, id).view()).toEqual(UNKNOWN);
    expect(await guest.ticket(id)).toMatchObject({ opensHere: false });
  },
);

test('a stranger who paid with a customer’s address loses access when the account adopts the booking', async () => {
  const town = openTown();
  const { here, visitor } = await paid(town);
  await visitor.holds({ claim: 'pm' });
  expect(await here.view()).toMatchObject({ kind: 'booking', claim: 'am' });
  await town.resident(ADA);
  expect(await here.view()).toEqual(UNKNOWN);
});
