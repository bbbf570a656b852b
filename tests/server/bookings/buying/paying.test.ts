import { describe, expect, test } from 'vitest';
import { bookingStream } from '#events/booking/booking.ts';
import { openCheckout } from '#events/booking/holding.ts';
import { fulfil } from '#server/bookings/buying/fulfil.ts';
import { expire } from '#server/bookings/buying/expire.ts';
import { confirmationPath } from '#server/bookings/paths.ts';
import { ProviderError } from '#server/outside/payments/port.ts';
import { DATE } from '../../../events/facts.ts';
import { MINUTE, type Site, openSite } from '../site.ts';

const CAUSE = { correlation: 'a test' };
const HELD = ['SlotHeld', 'CheckoutOpened'];
const CONFIRMED = [...HELD, 'PaymentCaptured', 'BookingConfirmed'];
const LOST = [...HELD, 'HoldExpired', 'PaymentCaptured', 'RefundRequested'];

async function held(claim: 'am' | 'full' = 'am') {
  const site = openSite();
  const ada = site.visitor();
  const id = await ada.holds({ claim });
  const service = claim === 'am' ? 'half-day' : 'full-day';
  return { site, ada, id, confirmation: `303 ${confirmationPath(id, service)}` };
}

/** A paid checkout of one dollar for the visitor's booking. */
async function paidWrongly({ sandbox, payments }: Site): Promise<string> {
  const request = { ...payments.checkouts[0]!, key: 'over a dollar', amount: 100 };
  const { id } = await sandbox.createCheckout(request);
  await sandbox.pay(id, 'pay');
  return id;
}

/** Lets the hold expire, and then the visitor's payment arrive. */
async function paidLate({ site, ada, id }: Awaited<ReturnType<typeof held>>, meanwhile = async () => {}) {
  await ada.pays('late');
  site.clock.advance(30 * MINUTE);
  await expire(site, id, 'lapsed', CAUSE);
  await meanwhile();
  site.clock.advance(MINUTE);
}

describe('a payment in time', () => {
  test('is recorded by the return page first and the notice after', async () => {
    const { site, ada, id, confirmation } = await held();
    await ada.pays();
    expect(await ada.returns()).toBe(confirmation);
    expect(await site.deliverNotices()).toBe(1);
    expect(site.history(id)).toEqual(CONFIRMED);
  });

  test('is recorded by the notice first and the return page after', async () => {
    const { site, ada, id, confirmation } = await held('full');
    await ada.pays();
    await site.deliverNotices();
    expect(site.history(id)).toEqual(CONFIRMED);
    expect(await ada.returns()).toBe(confirmation);
    expect(site.history(id)).toEqual(CONFIRMED);
  });

  test('is recorded once when both arrive at the same time', async () => {
    const { site, ada, id, confirmation } = await held();
    await ada.pays();
    const [returned] = await Promise.all([ada.returns(), site.deliverNotices(), fulfil(site, ada.checkout, CAUSE)]);
    expect(returned).toBe(confirmation);
    expect(site.history(id)).toEqual(CONFIRMED);
  });

  test('is recorded once, though the webhook, the return page and the reconciliation report it five times each', async () => {
    const { site, ada, id, confirmation } = await held();
    await ada.pays();
    const five = Array.from({ length: 5 });
    const answers = await Promise.all([...five.map(() => ada.returns()), site.deliverNotices(5)]);
    expect(answers.slice(0, 5)).toEqual(five.map(() => confirmation));
    expect(site.history(id)).toEqual(CONFIRMED);
    expect(await site.row(id)).toMatchObject({ status: 'confirmed', captured: 29_900, refund: 'none' });
  });

  test('is recorded with price, deadline and policy', async () => {
    const { site, ada, id } = await held('full');
    await ada.pays();
    await ada.returns();
    const fixed = { price: 49_900, free_changes_through: '2027-03-14', policy: 'two-days-notice' };
    expect(await site.row(id)).toMatchObject({ ...fixed, status: 'confirmed', confirmed_at: site.clock.now() });
  });
});

describe('an unpaid or unknown checkout', () => {
  test('leaves the hold, and a visitor with a declined card pays at the same checkout after all', async () => {
    const { site, ada, id, confirmation } = await held();
    expect(await ada.returns()).toBe('303 /book?service=half-day');
    expect(site.history(id)).toEqual(HELD);
    await ada.pays();
    expect(await ada.returns()).toBe(confirmation);
  });

  test('from an unknown checkout is a provider error, and changes nothing', async () => {
    const { site } = await held();
    const before = site.store.position;
    await expect(fulfil(site, '999-none', CAUSE)).rejects.toThrow(ProviderError);
    expect(site.store.position).toBe(before);
  });
});

describe('a payment that buys no slot', () => {
  test('a second payment is refunded once, and the booking stays', async () => {
    const { site, ada, id, confirmation } = await held();
    await ada.pays('twice');
    expect(await ada.returns()).toBe(confirmation);
    expect(await site.deliverNotices()).toBe(2);
    expect(site.history(id)).toEqual([...CONFIRMED, 'PaymentCaptured', 'RefundRequested']);
    const row = await site.row(id);
    expect(row).toMatchObject({ status: 'confirmed', captured: 59_800, refund: 'requested' });
    expect(JSON.parse(row?.refunds ?? '')).toMatchObject([{ amount: 29_900, cause: 'paid-twice' }]);
  });

  test('a wrong amount confirms nothing and is refunded; the slot stays held and can be paid', async () => {
    const { site, ada, id } = await held();
    const cheap = await paidWrongly(site);
    expect(await fulfil(site, cheap, CAUSE)).toMatchObject({ booking: id, status: 'held' });
    expect(site.history(id)).toEqual([...HELD, 'PaymentCaptured', 'RefundRequested']);
    expect(await site.row(id)).toMatchObject({ captured: 100, refund: 'requested' });
    await ada.pays();
    expect(await fulfil(site, ada.checkout, CAUSE)).toMatchObject({ status: 'confirmed' });
  });

  test('a hold whose checkout took a wrong amount is released when it expires', async () => {
    const { site, id } = await held();
    const cheap = await paidWrongly(site);
    await site.store.change({
      streams: { booking: bookingStream(id) },
      decide: (states) => openCheckout(states, cheap, site.clock.now()),
      cause: CAUSE,
    });
    site.clock.advance(30 * MINUTE);
    await expire(site, id, 'lapsed', CAUSE);
    expect(site.history(id).slice(3)).toEqual(['PaymentCaptured', 'RefundRequested', 'HoldExpired']);
    expect(await site.visitor().hold()).toMatchObject({ status: 200 });
  });
});

describe('a payment after the hold has expired', () => {
  test('is recorded by the notice when the visitor never returns', async () => {
    const visit = await held();
    await paidLate(visit);
    await visit.site.sandbox.settle();
    expect(await visit.site.deliverNotices()).toBe(1);
    expect(await visit.site.row(visit.id)).toMatchObject({ status: 'confirmed' });
  });

  test('is refunded when another customer has the slot, and leads to an apology with other times', async () => {
    const visit = await held();
    const { site, ada, id } = visit;
    await paidLate(visit, async () => void (await site.visitor().holds()));
    expect(await ada.returns()).toBe('303 /book?service=half-day');
    expect(site.history(id)).toEqual(LOST);
    expect(await ada.ticket(id)).toMatchObject({ state: 'refunded' });
    const flash = await ada.flashOn('/book');
    expect(flash).toMatchObject({ refusal: 'slot-lost', nearest: [{ date: DATE, claim: 'pm' }, {}, {}, {}] });
  });
});
