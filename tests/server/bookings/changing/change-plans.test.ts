import { describe, expect, test } from 'vitest';
import { dayStream } from '#events/day.ts';
import { DATE, at } from '../../../events/facts.ts';
import { POLICIES } from '#server/web/limits/policies.ts';
import { Customer, customer } from '../customer.ts';
import { type Site, openSite } from '../site.ts';
import { pageAfter } from '../visitor.ts';

const TARGET = '2027-03-20';
const LAST = at('2027-03-14T23:59:59.999-07:00');

function goTo(site: Site, instant: number) {
  site.clock.advance(instant - site.clock.now());
}

const unit = async (site: Site, date: typeof DATE) => (await site.store.stateOf(dayStream(date))).am;

describe('moving a visit', () => {
  test('takes the new slot, releases the old one, costs nothing and is shown on its page', async () => {
    const site = openSite();
    const ada = await customer(site);
    expect(await ada.moves(TARGET, 'pm')).toEqual({
      status: 200,
      redirect: `/booking/${ada.id}`,
      notice: 'visit-moved',
    });
    expect(await unit(site, DATE)).toEqual({ kind: 'free' });
    expect((await site.store.stateOf(dayStream(TARGET))).pm).toEqual({ kind: 'booked', booking: ada.id });
    expect(await ada.sees()).toMatchObject({
      date: TARGET,
      claim: 'pm',
      state: 'confirmed',
      freeChangesThrough: '2027-03-18',
      money: { paidCents: 29_900, refundingCents: 0 },
      history: [
        { kind: 'BookingConfirmed', slot: { date: DATE, claim: 'am' }, cents: 29_900 },
        { kind: 'BookingRescheduled', from: { date: DATE, claim: 'am' }, to: { date: TARGET, claim: 'pm' } },
      ],
    });
  });

  test('replaces the link: the old one says so, the new one opens, and the browser that moved it keeps access', async () => {
    const site = openSite();
    const ada = await customer(site);
    const old = await ada.link();
    await ada.moves(TARGET);
    expect(await ada.link()).not.toBe(old);
    expect((await ada.sees()).date).toBe(TARGET);
    const phone = new Customer(site, site.visitor(), ada.id);
    await phone.opens(old);
    expect(await phone.view()).toEqual({ kind: 'replaced' });
    expect(await phone.moves('2027-03-21')).toMatchObject({ status: 410, refusal: 'link-replaced' });
    expect(await phone.cancels('refund')).toMatchObject({ status: 410, refusal: 'link-replaced' });
    expect(await phone.days()).toBeNull();
    await phone.opens(await ada.link());
    expect((await phone.sees()).date).toBe(TARGET);
  });

  test('too often is refused, from any browser; canceling is not', async () => {
    const site = openSite();
    const ada = await customer(site);
    const { burst, perMinute } = POLICIES.move;
    const statuses: number[] = [];
    for (let time = 0; time < burst; time++) {
      statuses.push((await ada.moves(TARGET, time % 2 === 0 ? 'am' : 'pm')).status);
      await ada.sees();
    }
    expect(statuses).toEqual(Array.from({ length: burst }, () => 200));
    const phone = new Customer(site, site.visitor('203.0.113.9'), ada.id);
    await phone.opens(await ada.link());
    await phone.sees();
    expect(await phone.moves(TARGET)).toMatchObject({ status: 429, refusal: 'too-many', retryAfter: 60 / perMinute });
    expect(await ada.cancels('refund')).toMatchObject({ status: 200 });
  });

  test('to a taken slot is refused, with open slots near it, and the old slot stays', async () => {
    const site = openSite();
    const ada = await customer(site);
    await customer(site, { date: TARGET });
    const answer = await ada.moves(TARGET);
    expect(answer).toMatchObject({ status: 409, refusal: 'slot-taken' });
    expect(answer.nearest).toHaveLength(4);
    expect(await unit(site, DATE)).toEqual({ kind: 'booked', booking: ada.id });
  });

  test('of two visits to one slot at once succeeds for one', async () => {
    const site = openSite();
    const ada = await customer(site);
    const ben = await customer(site, { claim: 'pm' });
    const answers = await Promise.all([ada.moves(TARGET), ben.moves(TARGET)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });
});

describe('canceling a visit', () => {
  test('in time refunds the whole payment, releases the slot and leaves no action', async () => {
    const site = openSite();
    const ada = await customer(site);
    goTo(site, LAST);
    await ada.opens();
    expect(await ada.cancels('refund')).toEqual({ status: 200, redirect: `/booking/${ada.id}` });
    expect(await unit(site, DATE)).toEqual({ kind: 'free' });
    expect(await ada.sees()).toMatchObject({
      state: 'cancelled',
      money: { paidCents: 29_900, refundingCents: 29_900, refund: 'requested', reason: 'cancelled' },
      now: { canReschedule: false, cancel: null },
      forfeiture: null,
      calendarPath: null,
    });
  });

  test('too late keeps the payment and says when it would be refunded', async () => {
    const site = openSite();
    const ada = await customer(site, { claim: 'full' });
    goTo(site, LAST + 1);
    await ada.opens();
    expect((await ada.sees()).now.cancel).toBe('forfeit');
    expect(await ada.cancels('forfeit')).toMatchObject({ status: 200 });
    expect(await ada.sees()).toMatchObject({
      state: 'forfeited',
      money: { refundingCents: 0, refund: 'none' },
      forfeiture: {
        isFinal: false,
        units: [
          { unit: 'am', isRefilled: false },
          { unit: 'pm', isRefilled: false },
        ],
      },
    });
  });

  test('sent at the same time as a move cancels the day it was sent for, or nothing', async () => {
    const site = openSite();
    const ada = await customer(site);
    const [moved, cancelled] = await Promise.all([ada.moves(TARGET), ada.cancels('refund')]);
    const isMoved = moved.status === 200;
    expect(isMoved ? cancelled : moved).toMatchObject(
      isMoved ? { status: 410, refusal: 'link-replaced' } : { status: 409, refusal: 'not-confirmed' },
    );
    expect((await site.state(ada.id))?.date).toBe(isMoved ? TARGET : DATE);
    expect((await site.state(ada.id))?.status).toBe(isMoved ? 'confirmed' : 'cancelled');
  });

  test('from a page that was opened before a move cancels nothing', async () => {
    const site = openSite();
    const ada = await customer(site);
    const { seen } = ada;
    await ada.moves(TARGET);
    expect(await ada.cancels('refund')).toMatchObject({ status: 409, refusal: 'plans-changed' });
    const posted = await ada.posts('cancel', { expects: 'refund' });
    const page = `/booking/${ada.id}/cancel`;
    expect([ada.seen, pageAfter(posted)]).toEqual([seen, page]);
    expect(await ada.visitor.flashOn(page)).toMatchObject({ refusal: 'plans-changed' });
    expect((await ada.sees()).state).toBe('confirmed');
  });
});
