/** A guest has the data of a booking deleted on its page. What is left in files is in `forgotten-people.test.ts`. */
import { describe, expect, test } from 'vitest';
import { slotValue } from '#shared/booking/booking-form.ts';
import { rpcPath } from '#shared/calls/rpc.ts';
import { addDays } from '#shared/civil-date.ts';
import { DATE } from '../../../events/facts.ts';
import { BEN, books, openTown } from '../../accounts/town.ts';
import { until } from '../../workers/run.ts';
import { Customer, UNKNOWN, customer, refundsGoThrough } from '../customer.ts';
import { MINUTE, openSite } from '../site.ts';
import { pageAfter } from '../visitor.ts';

const DAY = 24 * 3_600_000;
const FORGOTTEN = { name: null, email: null, email_key: null, phone: null, address: null, notes: null };

/** A town in which a guest has booked, and opened the link of the mail in another browser. */
async function townWithGuest() {
  const town = openTown();
  const paidIn = town.person();
  const id = await books(town, paidIn, BEN.email);
  await town.mailTo(BEN.email, '(booked)');
  const guest = new Customer(town, town.visitor(), id);
  await guest.opens();
  await guest.sees();
  return { town, id, guest, paidIn };
}

describe('a guest who has their data deleted', () => {
  test('cancels the visit: the payment is refunded, the time is open, and the owner gets a mail', async () => {
    const { town, id, guest } = await townWithGuest();
    expect(await guest.sees()).toMatchObject({ forgetting: 'to-choose', now: { cancel: 'refund' } });
    const link = await guest.link();
    expect(await guest.deletesData({ visit: 'cancel', expects: 'refund' })).toEqual({
      status: 200,
      redirect: '/',
      notice: 'visit-data-deleted-canceled',
    });
    expect(await town.state(id)).toMatchObject({
      status: 'cancelled',
      isForgotten: true,
      payments: [{ refund: 'requested' }],
    });
    expect(await town.row(id)).toMatchObject(FORGOTTEN);
    expect(await town.visitor().hold({ date: DATE })).toMatchObject({ status: 200 });
    const { text } = await town.mailTo(town.config.ownerEmail, 'Canceled');
    expect(text).toMatch(/The customer had their data deleted and canceled\s+in time/);
    expect(text).toMatch(/^Customer +Deleted customer$/m);
    await refundsGoThrough(town);
    expect((await town.state(id))?.payments).toMatchObject([{ refund: 'succeeded' }]);

    // The browser that had it open is told why it is gone; the link opens nothing anywhere.
    expect(await guest.view()).toEqual({ kind: 'forgotten' });
    expect(await guest.opens(link)).toBe('303 /booking/unknown');
    const other = new Customer(town, town.visitor(), id);
    expect(await other.opens(link)).toBe('303 /booking/unknown');
    expect(await other.view()).toEqual(UNKNOWN);
    expect(town.sent.filter(({ to }) => to === BEN.email).map(({ subject }) => subject)).toEqual([
      expect.stringContaining('(booked)'),
    ]);
  });

  test('keeps the visit: it stays open by its link, both sides get a mail, and the data goes once it is over', async () => {
    const { town, id, guest } = await townWithGuest();
    const kept = { status: 200, redirect: `/booking/${id}`, notice: 'visit-data-deleted-after-visit' };
    expect(await guest.deletesData({ visit: 'keep', expects: 'refund' })).toEqual(kept);
    expect(await guest.deletesData({ visit: 'keep', expects: 'refund' })).toEqual(kept);
    expect(town.history(id).filter((type) => type === 'ForgettingRequested')).toHaveLength(1);
    expect(await guest.sees()).toMatchObject({ forgetting: 'after-visit', state: 'confirmed' });
    expect((await town.mailTo(BEN.email, 'Still booked')).text).toContain('you asked us to delete your details');
    expect((await town.mailTo(town.config.ownerEmail, 'Data to be deleted, visit stays')).text).toContain(BEN.email);
    town.clock.advance(8 * DAY);
    await until(async () => (await town.state(id))?.isForgotten === false);
    const after = new Customer(town, town.visitor(), id);
    await after.opens();
    expect(await after.sees()).toMatchObject({ forgetting: 'at-once' });
    expect(await after.deletesData()).toMatchObject({ notice: 'visit-data-deleted' });
    expect(await town.row(id)).toMatchObject(FORGOTTEN);
  });

  test('is forgotten in earlier tries that were never paid, too, and a standing hold stays', async () => {
    const { town, id, guest } = await townWithGuest();
    const tries = town.visitor();
    const lapsed = await tries.holds({ claim: 'pm', email: BEN.email });
    town.clock.advance(31 * MINUTE);
    const standing = await tries.holds({ claim: 'pm', email: BEN.email.toUpperCase() });
    const others = await town.visitor().holds({ date: addDays(DATE, 1), email: 'else@example.com' });
    town.clock.advance(1);
    expect(await guest.deletesData({ visit: 'cancel', expects: 'refund' })).toMatchObject({ status: 200 });
    expect(await town.row(lapsed)).toMatchObject(FORGOTTEN);
    expect((await town.state(id))?.isForgotten).toBe(true);
    for (const each of [standing, others]) expect((await town.state(each))?.isForgotten).toBe(false);
  });

  test('still gets the refund of a late cancellation if the time is sold again', async () => {
    const { town, id, guest } = await townWithGuest();
    town.clock.advance(6 * DAY);
    await guest.opens();
    await guest.deletesData({ visit: 'cancel', expects: 'forfeit' });
    await books(town, town.person(), 'next@example.com', { date: DATE });
    expect(await town.state(id)).toMatchObject({ status: 'refunded', payments: [{ refund: 'requested' }] });
    await refundsGoThrough(town);
    expect((await town.state(id))?.payments).toMatchObject([{ refund: 'succeeded' }]);
  });

  test('works without script: a refusal leads back with the choice, success to a page that says it', async () => {
    const { town, id, guest } = await townWithGuest();
    const post = async (fields: Record<string, string>) => {
      const response = await guest.visitor.request(rpcPath('deleteVisitData'), {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ eventId: id, from: slotValue(guest.seen), ...fields }).toString(),
      });
      const location = pageAfter(response);
      return { location, flash: await guest.visitor.flashOn(location) };
    };
    const page = `/booking/${id}/delete-data`;
    expect(await post({})).toMatchObject({ location: page, flash: { refusal: 'invalid', fields: { visit: /keep/ } } });
    expect(await post({ visit: 'cancel', expects: 'nothing' })).toMatchObject({
      location: page,
      flash: { refusal: 'invalid', values: { visit: ['cancel'] } },
    });
    expect((await town.state(id))?.isForgotten).toBe(false);
    expect(await post({ visit: 'cancel', expects: 'refund' })).toMatchObject({
      location: '/',
      flash: { refusal: null, notice: 'visit-data-deleted-canceled' },
    });
    expect((await town.state(id))?.isForgotten).toBe(true);
  });
});

describe('nobody else', () => {
  test('has it deleted: not a stranger, not a replaced link', async () => {
    const site = openSite();
    const guest = await customer(site);
    const stranger = new Customer(site, site.visitor(), guest.id);
    expect(await stranger.deletesData({ visit: 'cancel', expects: 'refund' })).toMatchObject(UNKNOWN);
    const former = new Customer(site, site.visitor(), guest.id);
    await former.opens();
    await guest.moves('2027-03-18');
    expect(await former.deletesData({ visit: 'keep' })).toMatchObject({ status: 410, refusal: 'link-replaced' });
    expect(await site.state(guest.id)).toMatchObject({ isForgotten: false, isForgottenAfterVisit: false });
  });
});

describe('at the same moment', () => {
  async function twoWindows() {
    const site = openSite();
    const guest = await customer(site);
    const second = new Customer(site, site.visitor(), guest.id);
    await second.opens();
    await second.sees();
    return { site, guest, second, id: guest.id };
  }

  test('a move and a deletion: one of them takes effect, in full', async () => {
    for (const first of ['move', 'deletion'] as const) {
      const { site, guest, second, id } = await twoWindows();
      const move = () => second.moves('2027-03-18');
      const remove = () => guest.deletesData({ visit: 'cancel', expects: 'refund' });
      const [moved, deleted] =
        first === 'move'
          ? await Promise.all([move(), remove()])
          : await Promise.all([remove(), move()]).then((answers) => answers.toReversed());
      // The second one comes with a link that was replaced, or to a customer who is forgotten.
      const isMoved = moved?.status === 200;
      expect([moved?.status, deleted?.status]).toEqual(isMoved ? [200, 410] : [404, 200]);
      expect(await site.state(id)).toMatchObject(
        isMoved
          ? { status: 'confirmed', date: '2027-03-18', isForgotten: false, payments: [{ refund: 'none' }] }
          : { status: 'cancelled', date: DATE, isForgotten: true, payments: [{ refund: 'requested' }] },
      );
    }
  });
});
