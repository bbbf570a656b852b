/** A late payment for a lost slot is refunded. */
import { describe, expect, test } from 'vitest';
import { expire } from '#server/bookings/buying/expire.ts';
import { BEN, type Person, type Town, openTown } from '../../accounts/town.ts';
import { DATE } from '../../../events/facts.ts';
import { Customer, UNKNOWN, refundsGoThrough } from '../customer.ts';
import { MINUTE } from '../site.ts';
import type { Visitor } from '../visitor.ts';

const CAUSE = { correlation: 'a test' };

/** Pays after the hold has expired and another customer has the slot. Resolves with the booking's id. */
async function paysTooLate(town: Town, visitor: Visitor): Promise<string> {
  visitor.checkout = '';
  const id = await visitor.holds();
  await visitor.pays('late');
  town.clock.advance(30 * MINUTE);
  await expire(town, id, 'lapsed', CAUSE);
  await town.visitor().holds();
  town.clock.advance(MINUTE);
  await visitor.returns();
  return id;
}

async function list(person: Person, filter: 'all' | 'upcoming' | 'completed' | 'cancelled' = 'all') {
  return (await person.ask('bookings', { filter, page: 1 })).body;
}

async function cards(person: Person) {
  return (await person.ask('dashboard')).body.cards;
}

describe('a payment for a slot that was lost meanwhile', () => {
  test('is listed and counted with the state of its refund, and the next action is to book again', async () => {
    const town = openTown();
    const ada = await town.resident();
    const id = await paysTooLate(town, ada.browser);
    const row = { eventId: id, date: DATE, state: 'refunded', reason: 'slot-lost', isUpcoming: false };
    const booking = { ...row, paidCents: 29_900, freeChangesThrough: null, next: 'book-again' };
    expect(await list(ada)).toMatchObject({
      rows: [{ ...booking, refund: 'requested', refundedCents: 0 }],
      counts: { all: 1, upcoming: 0, completed: 0, cancelled: 1 },
    });
    const money = { paidCents: 29_900, refundingCents: 29_900, refundedCents: 0, failingCents: 0 };
    expect(await cards(ada)).toEqual({ nextVisit: null, freeChanges: null, money });

    town.payments.down.add('refund');
    await refundsGoThrough(town);
    expect((await list(ada, 'cancelled')).rows).toMatchObject([{ ...booking, refund: 'failed' }]);
    expect((await cards(ada)).money).toEqual({ ...money, failingCents: 29_900 });

    town.payments.down.clear();
    town.clock.advance(MINUTE);
    await refundsGoThrough(town);
    expect((await list(ada, 'cancelled')).rows).toMatchObject([{ ...booking, refund: 'succeeded' }]);
    expect((await cards(ada)).money).toEqual({ ...money, refundedCents: 29_900 });
    expect((await list(ada, 'upcoming')).rows).toEqual([]);
    expect((await list(ada, 'completed')).rows).toEqual([]);
  });

  test('has a page that says what happened, without moving or canceling', async () => {
    const town = openTown();
    const ada = await town.resident();
    const id = await paysTooLate(town, ada.browser);
    const paidAt = town.clock.now();
    town.clock.advance(MINUTE);
    await refundsGoThrough(town);
    const hers = new Customer(town, ada.browser, id);
    expect(await hers.sees()).toMatchObject({
      eventId: id,
      state: 'refunded',
      visit: { name: 'Ada Reyes' },
      freeChangesThrough: null,
      policy: null,
      now: { canReschedule: false, cancel: null },
      money: { paidCents: 29_900, refundedCents: 29_900, refund: 'succeeded', reason: 'slot-lost' },
      history: [
        { kind: 'RefundRequested', at: paidAt, cents: 29_900, reason: 'slot-lost' },
        { kind: 'RefundSucceeded', cents: 29_900 },
      ],
      receipt: { paidAt, cents: 29_900, refunds: [{ cents: 29_900, progress: 'succeeded' }] },
      calendarPath: null,
    });
    expect(await hers.moves('2027-03-20')).toMatchObject({ status: 409, refusal: 'not-confirmed' });
    expect(await hers.cancels('refund')).toMatchObject({ status: 409, refusal: 'not-confirmed' });
  });
});

describe("the owner of a lost slot's booking", () => {
  test('is only the account with the confirmed address that a guest gave', async () => {
    const town = openTown();
    const guest = town.visitor();
    const id = await paysTooLate(town, guest);
    const ben = await town.resident(BEN);
    const ada = await town.resident();
    expect((await list(ada)).rows).toMatchObject([{ eventId: id, state: 'refunded' }]);
    expect((await new Customer(town, ada.browser, id).sees()).state).toBe('refunded');
    expect((await list(ben)).rows).toEqual([]);
    expect(await cards(ben)).toMatchObject({ money: { paidCents: 0, refundingCents: 0 } });
    for (const browser of [ben.browser, guest, town.visitor()]) {
      expect(await new Customer(town, browser, id).view()).toEqual(UNKNOWN);
    }
  });
});
