/** A repeated move of a visit, and access to the visit after a move. */
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { POLICIES } from '#server/web/limits/policies.ts';
import { openTown } from '../../accounts/town.ts';
import { Customer, UNKNOWN, customer } from '../customer.ts';
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

  test('sent again by a browser without a link, or signed out since, is refused like a stranger’s', async () => {
    const town = openTown();
    const guest = await customer(town);
    const ada = await town.resident();
    const hers = new Customer(town, ada.browser, guest.id);
    const key = randomUUID();
    expect(await hers.moves(TARGET, 'am', key)).toMatchObject({ status: 200 });
    expect(await hers.moves(TARGET, 'am', key)).toMatchObject({ status: 200 });
    const stranger = new Customer(town, town.visitor(), guest.id);
    expect(await stranger.moves(TARGET, 'am', key)).toMatchObject(UNKNOWN);
    await ada.call('signOut', {});
    expect(await hers.moves(TARGET, 'am', key)).toMatchObject(UNKNOWN);
  });

  test('leaves the visit open in the browser that moved it, also when the former mail’s link is opened there', async () => {
    const site = openSite();
    const ada = await customer(site);
    const old = await ada.link();
    await ada.opens(old);
    await ada.moves(TARGET);
    await ada.opens(old);
    expect(await ada.view()).toMatchObject({ kind: 'booking' });
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

  test('by guests is counted by the notified mailbox, until the mailed link is opened', async () => {
    const site = openSite();
    const visitor = site.visitor();
    const books = async (claim: 'am' | 'pm') => {
      const id = await visitor.holds({ date: TARGET, claim });
      await visitor.pays();
      await visitor.returns();
      const booked = new Customer(site, visitor, id);
      await booked.sees();
      return booked;
    };
    const first = await books('am');
    const { burst } = POLICIES.move;
    for (let time = 0; time < burst; time++) {
      expect(await first.moves(time % 2 === 0 ? '2027-03-21' : TARGET)).toMatchObject({ status: 200 });
      await first.sees();
    }
    const second = await books('pm');
    expect(await second.moves('2027-03-21')).toMatchObject({ status: 429, refusal: 'too-many' });
    await second.opens();
    expect(await second.moves('2027-03-21')).toMatchObject({ status: 200 });
  });

  test('gives a browser access by its own move, and not by one right after it', async () => {
    const site = openSite();
    const ada = await customer(site);
    const phone = new Customer(site, site.visitor(), ada.id);
    await phone.opens();
    const answers = await Promise.all([ada.moves(TARGET), phone.moves('2027-03-21')]);
    const isAdas = answers[0].status === 200;
    const [moved, refused] = isAdas ? answers : answers.toReversed();
    expect([moved, refused]).toMatchObject([{ status: 200 }, { status: 410, refusal: 'link-replaced' }]);
    const [mover, other] = isAdas ? [ada, phone] : [phone, ada];
    expect(await other.view()).toEqual({ kind: 'replaced' });
    expect((await mover.sees()).date).toBe(isAdas ? TARGET : '2027-03-21');
  });

  test('by the account alone removes an older link’s access from the browser', async () => {
    const town = openTown();
    const guest = await customer(town);
    const old = await guest.link();
    const ada = await town.resident();
    await guest.moves(TARGET);
    const hers = new Customer(town, ada.browser, guest.id);
    await hers.opens(old);
    await hers.sees();
    expect(await hers.moves('2027-03-21')).toMatchObject({ status: 200 });
    await ada.call('signOut', {});
    expect(await hers.view()).toEqual(UNKNOWN);
  });
});
