/** A guest has the data of a booking deleted on its page. What is left in files is in `forgotten-people.test.ts`. */
import { describe, expect, test } from 'vitest';
import { bookingStream } from '#events/booking/booking.ts';
import { capturePayment } from '#events/booking/paying.ts';
import { dayStream } from '#events/day.ts';
import { slotValue } from '#shared/booking/booking-form.ts';
import { rpcPath } from '#shared/calls/rpc.ts';
import { addDays } from '#shared/civil-date.ts';
import { DATE, PERSONAL } from '../../../events/facts.ts';
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

  test('may do it in the browser that paid, and press twice', async () => {
    const { town, id, paidIn } = await townWithGuest();
    const there = new Customer(town, paidIn.browser, id);
    const twice = await Promise.all([1, 2].map(() => there.deletesData({ visit: 'cancel', expects: 'refund' })));
    expect(twice.map(({ status }) => status)).toEqual([200, 200]);
    expect(town.history(id).filter((type) => type === 'CustomerForgotten')).toHaveLength(1);
    expect((await town.state(id))?.payments).toHaveLength(1);
    expect(await there.view()).toEqual({ kind: 'forgotten' });
    expect(await there.deletesData()).toMatchObject({ status: 200, notice: 'visit-data-deleted' });
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

  test('is refused what the page did not say, and keeps everything', async () => {
    const { town, id, guest } = await townWithGuest();
    const unchosen = { refusal: 'invalid', fields: { visit: 'Choose one: keep or cancel.' } };
    expect(await guest.deletesData()).toMatchObject({ status: 422, ...unchosen });
    town.clock.advance(6 * DAY);
    await guest.opens();
    expect(await guest.deletesData({ visit: 'cancel', expects: 'refund' })).toMatchObject({ refusal: 'terms-changed' });
    expect(await town.state(id)).toMatchObject({ status: 'confirmed', isForgotten: false });
    expect(await guest.deletesData({ visit: 'cancel', expects: 'forfeit' })).toMatchObject({ status: 200 });
    expect(await town.state(id)).toMatchObject({
      status: 'forfeited',
      isForgotten: true,
      payments: [{ refund: 'none' }],
    });
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

  test('has the data of an account’s booking deleted by its link: the account is deleted instead', async () => {
    const { town, id, guest } = await townWithGuest();
    const ben = await town.resident(BEN);
    expect((await town.state(id))?.account).toBe(await town.idOf(BEN.email));
    expect(await guest.sees()).toMatchObject({ forgetting: 'with-account' });
    expect(await guest.deletesData({ visit: 'keep' })).toMatchObject({ status: 409, refusal: 'has-account' });
    expect(await new Customer(town, ben.browser, id).deletesData({ visit: 'keep' })).toMatchObject({ status: 409 });
    expect((await town.state(id))?.isForgotten).toBe(false);
  });
});

describe('at the same moment', () => {
  /** The guest deletes and cancels, while something else happens. Resolves with both results. */
  async function at<Other>(act: (parts: Awaited<ReturnType<typeof twoWindows>>) => Promise<Other>) {
    const parts = await twoWindows();
    const [deleted, other] = await Promise.all([
      parts.guest.deletesData({ visit: 'cancel', expects: 'refund' }),
      act(parts),
    ]);
    return { ...parts, deleted, other };
  }

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

  test('a cancellation in another window: the payment is refunded once', async () => {
    const { site, id, deleted, other } = await at(({ second }) => second.cancels('refund'));
    expect(deleted.status).toBe(200);
    expect([200, 404]).toContain(other.status);
    expect((await site.state(id))?.payments).toMatchObject([{ refund: 'requested' }]);
    expect(site.history(id).filter((type) => type === 'RefundRequested')).toHaveLength(1);
  });

  test('another payment for the visit: it is refunded, too', async () => {
    const { site, id, deleted } = await at(async ({ site: { store, config, clock }, id: booking }) => {
      const [checkout = ''] = (await store.stateOf(bookingStream(booking)))!.checkouts;
      return store.change({
        streams: { booking: bookingStream(booking), day: dayStream(DATE) },
        decide: (states) =>
          capturePayment(
            states,
            { payment: 'another', checkout, amount: 29_900, currency: 'usd' },
            { booking, now: clock.now(), timeZone: config.timeZone },
          ),
        cause: { correlation: 'a test' },
      });
    });
    expect(deleted.status).toBe(200);
    expect(await site.state(id)).toMatchObject({ isForgotten: true, status: 'cancelled' });
    expect((await site.state(id))?.payments.map(({ refund }) => refund)).toEqual(['requested', 'requested']);
  });

  test('a hold of the time by another visitor: the time is sold once', async () => {
    const { site, deleted, other } = await at(({ site: its }) => its.visitor().hold({ date: DATE }));
    expect(deleted.status).toBe(200);
    expect([200, 409]).toContain(other.status);
    const again = await site.visitor().hold({ date: DATE });
    expect([other.status, again.status].filter((status) => status === 200)).toHaveLength(1);
  });

  test('a sign-in that adopts the booking: it belongs to the account, or is forgotten', async () => {
    const { town, id, guest } = await townWithGuest();
    const [, deleted] = await Promise.all([
      town.resident(BEN),
      guest.deletesData({ visit: 'cancel', expects: 'refund' }),
    ]);
    const { account, isForgotten } = (await town.state(id))!;
    expect(isForgotten).toBe(deleted.status === 200);
    expect(account === null).toBe(isForgotten);
    expect((await town.row(id))?.name === PERSONAL.name || isForgotten || account !== null).toBe(true);
  });
});
