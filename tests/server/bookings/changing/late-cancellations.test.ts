import { recorded } from '../../../db/rows.ts';
import { describe, expect, test } from 'vitest';
import { expire } from '#server/bookings/buying/expire.ts';
import { closeDates } from '#server/owner/close-dates.ts';
import { DATE, at } from '../../../events/facts.ts';
import { customer } from '../customer.ts';
import { HOUR, type Site, openSite } from '../site.ts';
import { bookingStream } from '#events/booking/booking.ts';

const LAST = at('2027-03-14T23:59:59.999-07:00');
const STARTS = at('2027-03-16T07:00:00-07:00');

function goTo(site: Site, instant: number) {
  site.clock.advance(instant - site.clock.now());
}

describe('the slot of a late cancellation', () => {
  /** Ada has canceled a full day too late. */
  async function forfeited() {
    const site = openSite();
    const ada = await customer(site, { claim: 'full' });
    goTo(site, LAST + 1);
    await ada.opens();
    await ada.cancels('forfeit');
    return { site, ada };
  }

  test('sold again in two halves is refunded with the second half, and not before', async () => {
    const { site, ada } = await forfeited();
    await customer(site, { claim: 'am' });
    expect(await ada.sees()).toMatchObject({
      state: 'forfeited',
      policy: 'two-days-notice',
      freeChangesThrough: '2027-03-14',
      forfeiture: {
        units: [
          { unit: 'am', isRefilled: true },
          { unit: 'pm', isRefilled: false },
        ],
      },
      history: [
        { kind: 'BookingConfirmed' },
        { kind: 'BookingForfeited' },
        { kind: 'UnitsRefilled', units: ['am'], by: 'sale' },
      ],
    });
    const hold = await site.visitor().holds({ claim: 'pm' });
    expect((await ada.sees()).state).toBe('forfeited');
    site.clock.advance(HOUR);
    await expire(site, hold, 'lapsed', { correlation: 'a test' });
    await customer(site, { claim: 'pm' });
    expect(await ada.sees()).toMatchObject({
      state: 'refunded',
      money: { refundingCents: 49_900, refund: 'requested', reason: 'refilled' },
    });
    expect((await ada.sees()).history.map(({ kind }) => kind)).toEqual([
      'BookingConfirmed',
      'BookingForfeited',
      'UnitsRefilled',
      'SlotRefilled',
      'RefundRequested',
    ]);
    expect(site.history(ada.id).slice(-3)).toEqual(['BookingForfeited', 'SlotRefilled', 'RefundRequested']);
  });

  test('names the half that the owner closed', async () => {
    const { site, ada } = await forfeited();
    const closing = { first: DATE, last: DATE, units: 'pm', by: 'an-admin', onlyFree: true, refunds: [] } as const;
    await closeDates(site, closing, { correlation: 'a test' });
    expect((await ada.sees()).history.slice(1)).toMatchObject([
      { kind: 'BookingForfeited', cents: 49_900 },
      { kind: 'UnitsRefilled', units: ['pm'], by: 'closure' },
    ]);
  });

  test('is refilled in the same append as the sale', async () => {
    const { site, ada } = await forfeited();
    await customer(site, { claim: 'full' });
    const events = recorded(site.store, ['BookingConfirmed', 'SlotRefilled', 'RefundRequested']);
    const [sale, refill, refund] = events.slice(-3);
    expect([sale?.type, refill?.type, refund?.type]).toEqual(['BookingConfirmed', 'SlotRefilled', 'RefundRequested']);
    expect(refund?.stream).toBe(bookingStream(ada.id).name);
    expect(refund?.correlation).toBe(sale?.correlation);
    expect((await ada.sees()).history.map(({ kind }) => kind)).not.toContain('UnitsRefilled');
  });

  test('that is not sold again becomes final at the visit’s start', async () => {
    const { site, ada } = await forfeited();
    goTo(site, STARTS);
    await ada.opens();
    expect(await ada.sees()).toMatchObject({ state: 'forfeited', forfeiture: { isFinal: true } });
  });
});
