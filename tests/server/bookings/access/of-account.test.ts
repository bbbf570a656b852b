import { describe, expect, test } from 'vitest';
import type { DashboardPart } from '#shared/booking/managed-booking.ts';
import { readNdjson } from '#shared/calls/ndjson.ts';
import { rpcPath } from '#shared/calls/rpc.ts';
import { DATE, at } from '../../../events/facts.ts';
import { BEN, PASSWORD, type Person, openTown } from '../../accounts/town.ts';
import { Customer, customer, UNKNOWN } from '../customer.ts';

async function parts(person: Person): Promise<DashboardPart[]> {
  const response = await person.dashboard();
  if (!response.ok) throw new Error(`refused: ${response.status}`);
  return (await Array.fromAsync(readNdjson(response.body!))) as DashboardPart[];
}

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

  test('later guest bookings belong to it as well', async () => {
    const town = openTown();
    const ada = await town.resident();
    const guest = await customer(town);
    expect((await list(ada)).rows).toHaveLength(1);
    expect((await new Customer(town, ada.browser, guest.id).sees()).state).toBe('confirmed');
  });

  test('a customer who moves a visit by their account leaves no access to it in the browser', async () => {
    const town = openTown();
    const guest = await customer(town);
    const ada = await town.resident();
    const hers = new Customer(town, ada.browser, guest.id);
    expect(await hers.moves('2027-03-20')).toMatchObject({ status: 200 });
    expect((await hers.sees()).date).toBe('2027-03-20');
    await ada.call('signOut', {});
    expect(await hers.view()).toEqual(UNKNOWN);
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
  test('of a new account is empty', async () => {
    const ada = await openTown().resident();
    expect(await parts(ada)).toEqual([
      {
        part: 'cards',
        cards: {
          nextVisit: null,
          freeChanges: null,
          money: { paidCents: 0, refundingCents: 0, refundedCents: 0, failingCents: 0 },
        },
      },
      { part: 'rows', rows: [], total: 0 },
    ]);
  });

  test('has the next visit, its deadline and the payment; cards first, then at most five rows', async () => {
    const town = openTown();
    const dates = [DATE, '2027-03-18', '2027-03-20', '2027-03-22', '2027-03-24', '2027-03-26'] as const;
    const guests = [];
    for (const date of dates) guests.push(await customer(town, { date }));
    const [first, second] = guests;
    await second!.cancels('refund');
    const ada = await town.resident();
    const [cards, rows] = await parts(ada);
    expect(cards).toMatchObject({
      part: 'cards',
      cards: {
        nextVisit: { eventId: first!.id, next: 'change' },
        freeChanges: { eventId: first!.id, freeChangesThrough: '2027-03-14' },
        money: { paidCents: 6 * 29_900, refundingCents: 29_900, refundedCents: 0 },
      },
    });
    expect(rows).toMatchObject({ part: 'rows', rows: { length: 5 }, total: 6 });
    const { rows: shown } = rows as Extract<DashboardPart, { part: 'rows' }>;
    expect(shown.map(({ date }) => date)).toEqual([DATE, '2027-03-20', '2027-03-22', '2027-03-24', '2027-03-26']);
  });

  test('is streamed: the cards are sent before the rows are read', async () => {
    const town = openTown();
    await customer(town);
    const ada = await town.resident();
    const response = await ada.dashboard();
    const lines = readNdjson(response.body!);
    expect((await lines.next()).value).toMatchObject({ part: 'cards', cards: { nextVisit: { date: DATE } } });
    await customer(town, { date: '2027-03-20' });
    expect((await lines.next()).value).toMatchObject({ part: 'rows', total: 2 });
    expect((await lines.next()).done).toBe(true);
  });

  test('shows the next visit when one is over, and offers one action for each', async () => {
    const town = openTown();
    const first = await customer(town);
    const second = await customer(town, { date: '2027-03-20' });
    await customer(town, { date: '2027-03-22' }).then((third) => third.cancels('refund'));
    const ada = await town.resident();
    const nexts = async () => (await list(ada)).rows.map(({ next }) => next);
    expect(await nexts()).toEqual(['change', 'change', 'book-again']);
    town.clock.advance(at('2027-03-15T12:00:00-07:00') - town.clock.now());
    expect(await nexts()).toEqual(['add-to-calendar', 'change', 'book-again']);
    town.clock.advance(at('2027-03-16T12:00:00-07:00') - town.clock.now());
    expect(await nexts()).toEqual(['change', 'book-again', 'receipt']);
    const [cards] = await parts(ada);
    expect(cards).toMatchObject({ cards: { nextVisit: { eventId: second.id } } });
    expect((await list(ada, 'completed')).rows.map(({ eventId }) => eventId)).toEqual([first.id]);
    expect((await list(ada, 'cancelled')).counts).toEqual({ all: 3, upcoming: 1, completed: 1, cancelled: 1 });
  });

  test('a list beyond its last page is its last page', async () => {
    const town = openTown();
    await customer(town);
    const ada = await town.resident();
    expect(await list(ada, 'all', 9)).toMatchObject({ page: 1, pages: 1, rows: { length: 1 } });
  });

  test('unpaid holds are in no list', async () => {
    const town = openTown();
    await town.visitor().holds();
    const ada = await town.resident();
    expect((await list(ada)).counts.all).toBe(0);
  });
});
