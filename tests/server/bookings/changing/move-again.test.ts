/** A repeated move of a visit, and access to the visit after a move. */
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { POLICIES } from '#server/web/limits/policies.ts';
import { openTown } from '../../accounts/town.ts';
import { Customer, customer } from '../customer.ts';
import { stateOf } from '../../web/http/state-of.ts';
import { openSite } from '../site.ts';

const TARGET = '2027-03-20';

describe('moving a visit', () => {
  test('happens once, however often it is sent by the current link', async () => {
    const site = openSite();
    const ada = await customer(site);
    const key = randomUUID();
    await ada.moves(TARGET, 'am', key);
    const links = stateOf(ada.visitor, site).get('links');
    expect(await ada.moves(TARGET, 'am', key)).toMatchObject({ status: 200 });
    expect(stateOf(ada.visitor, site).get('links')).toEqual(links);
    expect(site.history(ada.id).filter((type) => type === 'BookingRescheduled')).toHaveLength(1);
    expect(await ada.moves(TARGET, 'pm', key)).toMatchObject({ refusal: 'key-reused' });
  });

  test('sent again by the replaced link is refused, and gives no access, whatever happened since', async () => {
    const site = openSite();
    const ada = await customer(site);
    const old = await ada.link();
    const key = randomUUID();
    await ada.moves(TARGET, 'am', key);
    const phone = new Customer(site, site.visitor(), ada.id);
    await phone.opens(old);
    const replaced = { status: 410, refusal: 'link-replaced' };
    expect(await phone.moves(TARGET, 'am', key)).toMatchObject(replaced);
    await ada.sees();
    await ada.moves('2027-03-21');
    const links = stateOf(phone.visitor, site).get('links');
    expect(await phone.moves(TARGET, 'am', key)).toMatchObject(replaced);
    expect(stateOf(phone.visitor, site).get('links')).toEqual(links);
    phone.seen = { date: '2027-03-21', claim: 'am' };
    expect(await phone.cancels('refund')).toMatchObject(replaced);
    expect(await phone.view()).toEqual({ kind: 'replaced' });
    expect((await ada.sees()).state).toBe('confirmed');
  });

  test('by accounts is counted by the notified mailbox, over all bookings; the link still works for its owner', async () => {
    const town = openTown();
    const ada = await town.resident();
    const books = async (claim: 'am' | 'pm', email: string) => {
      const id = await ada.browser.holds({ date: TARGET, claim, email });
      await ada.browser.pays();
      await ada.browser.returns();
      const booked = new Customer(town, ada.browser, id);
      await booked.sees();
      return booked;
    };
    const first = await books('am', 'stranger@example.com');
    const { burst, perMinute } = POLICIES.move;
    for (let time = 0; time < burst; time++) {
      expect(await first.moves(time % 2 === 0 ? '2027-03-21' : TARGET)).toMatchObject({ status: 200 });
      await first.sees();
    }
    const tooMany = { status: 429, refusal: 'too-many', retryAfter: 60 / perMinute };
    expect(await first.moves('2027-03-21')).toMatchObject(tooMany);
    const second = await books('pm', 'Stranger@Example.com');
    expect(await second.moves('2027-03-21')).toMatchObject(tooMany);
    const stranger = new Customer(town, town.visitor(), second.id);
    await stranger.opens();
    await stranger.sees();
    expect(await stranger.moves('2027-03-22')).toMatchObject({ status: 200 });
    const own = await books('pm', 'ada@example.com');
    expect(await own.moves('2027-03-23')).toMatchObject({ status: 200 });
  });
});
