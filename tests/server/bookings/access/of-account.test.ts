import { describe, expect, test } from 'vitest';
import { rpcPath } from '#shared/calls/rpc.ts';
import { DATE } from '../../../events/facts.ts';
import { BEN, PASSWORD, type Person, openTown } from '../../accounts/town.ts';
import { Customer, customer, UNKNOWN } from '../customer.ts';

async function list(person: Person, filter: 'all' | 'upcoming' | 'completed' | 'cancelled' = 'all', page = 1) {
  return (await person.ask('bookings', { filter, page })).body;
}

describe('the bookings of an account', () => {
  test('a guest’s bookings belong to the account that confirms their address later', async () => {
    const town = openTown();
    const guest = await customer(town, { email: 'ADA@example.com' });
    const ada = await town.resident();
    expect((await list(ada)).rows.map(({ eventId }) => eventId)).toEqual([guest.id]);
    expect((await town.state(guest.id))?.account).not.toBeNull();
    expect(await new Customer(town, ada.browser, guest.id).sees()).toMatchObject({ eventId: guest.id });
    expect(await new Customer(town, ada.browser, guest.id).cancels('refund')).toMatchObject({ status: 200 });
  });

  test('an unconfirmed address gives no access', async () => {
    const town = openTown();
    await town.resident(BEN);
    const guest = await customer(town);
    const ada = town.person();
    await ada.call('register', { name: 'Ada', email: 'ada@example.com', password: 'quiet otters paddle home' });
    expect(await new Customer(town, ada.browser, guest.id).view()).toEqual(UNKNOWN);
    expect((await ada.ask('bookings', { filter: 'all', page: 1 })).status).toBe(401);
    expect((await town.state(guest.id))?.account).toBeNull();
  });

  test('a booking made while signed in belongs to the account, with any typed address', async () => {
    const town = openTown();
    const ada = await town.resident();
    const ben = await town.resident(BEN);
    ada.browser.checkout = '';
    const id = await ada.browser.holds({ email: BEN.email });
    await ada.browser.pays();
    await ada.browser.returns();
    expect((await list(ada)).rows.map(({ eventId }) => eventId)).toEqual([id]);
    expect((await list(ben)).rows).toEqual([]);
  });

  test('deleting an account invalidates the links of its bookings', async () => {
    const town = openTown();
    await town.resident(BEN);
    const guest = await customer(town);
    const ada = await town.resident();
    expect(await ada.deletes(PASSWORD, 'cancel')).toMatchObject({ status: 200 });
    expect(await guest.view()).toEqual({ kind: 'forgotten' });
    expect((await town.row(guest.id))?.email).toBeNull();
  });

  test('a visitor who is not signed in has no dashboard', async () => {
    const { browser } = openTown().person();
    expect((await browser.request(rpcPath('dashboard'))).status).toBe(401);
  });
});

describe('the dashboard', () => {
  test('has the next visit, its deadline and the payment, and at most five rows', async () => {
    const town = openTown();
    const dates = [DATE, '2027-03-18', '2027-03-20', '2027-03-22', '2027-03-24', '2027-03-26'] as const;
    const guests = [];
    for (const date of dates) guests.push(await customer(town, { date }));
    const [first, second] = guests;
    await second!.cancels('refund');
    const ada = await town.resident();
    const { body: dashboard } = await ada.ask('dashboard');
    expect(dashboard).toMatchObject({
      cards: {
        nextVisit: { eventId: first!.id, next: 'change' },
        freeChanges: { eventId: first!.id, freeChangesThrough: '2027-03-14' },
        money: { paidCents: 6 * 29_900, refundingCents: 29_900, refundedCents: 0 },
      },
      total: 6,
    });
    expect(dashboard.rows.map(({ date }) => date)).toEqual([
      DATE,
      '2027-03-20',
      '2027-03-22',
      '2027-03-24',
      '2027-03-26',
    ]);
  });
});
