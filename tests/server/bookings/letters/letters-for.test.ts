import { expect, test } from 'vitest';
import type { Job } from '#db/jobs.ts';
import type { Recorded } from '#events/event.ts';
import type { MailCause } from '#events/mail.ts';
import type { CauseOf } from '#server/bookings/letters/letter.ts';
import { lettersFor, ownersLetter } from '#server/bookings/letters/letters-for.ts';
import { aboutParkedMail } from '#server/bookings/letters/mail-parked.ts';
import { referenceOf } from '#shared/booking/reference.ts';
import { refundsGoThrough } from '../customer.ts';
import { MINUTE, type Site, openSite } from '../site.ts';

async function lettersOf(site: Site, event: Recorded, id: string, change: object = {}) {
  const row = { ...(await site.row(id))!, ...change };
  return lettersFor(event as CauseOf<MailCause>, row, site);
}

async function held() {
  const site = openSite();
  const ada = site.visitor();
  const id = await ada.holds();
  return { site, ada, id };
}

async function booked() {
  const { site, ada, id } = await held();
  const event = site.recorded('BookingConfirmed');
  await ada.pays();
  await ada.returns();
  return { site, ada, id, event: await event };
}

/** A visitor who paid after the hold had expired and another customer had the slot. */
async function lost(way: 'pay' | 'refund-fails' = 'pay') {
  const { site, ada, id } = await held();
  await ada.pays(way);
  site.clock.advance(8 * 24 * 60 * MINUTE);
  const event = site.recorded('RefundRequested');
  await ada.returns();
  return { site, id, event: await event };
}

async function failRefund(site: Site) {
  const failed = site.recorded('RefundFailed');
  site.clock.advance(15 * MINUTE);
  await refundsGoThrough(site);
  return failed;
}

test('a confirmed booking is mailed to customer and owner, with links to the public site', async () => {
  const { site, id, event } = await booked();
  const [customer, owner, ...others] = await lettersOf(site, event, id);
  expect(others).toEqual([]);
  expect(customer).toMatchObject({ role: 'customer', to: 'ada@example.com' });
  expect(customer!.content.text).toMatch(/http:\/\/localhost:3000\/manage\/[\w-]{43}\n/);
  expect(customer!.content.text).toMatch(/http:\/\/localhost:3000\/manage\/[\w-]{43}\/calendar\.ics/);
  expect(customer!.content.text).toContain('TV Mounting');
  expect(owner).toMatchObject({ role: 'owner', to: site.config.ownerEmail });
  // The owner has no page of a booking yet, and the public one contains less than the mail.
  expect(owner!.content.text).not.toContain('http://localhost:3000/');
  expect(owner!.content.text).toContain(referenceOf(id));
});

test('the same event results in the same letters each time', async () => {
  const { site, id, event } = await booked();
  const first = await lettersOf(site, event, id);
  site.clock.advance(MINUTE);
  expect(await lettersOf(site, event, id)).toEqual(first);
});

test("the mail about a payment after the visit's start does not name another customer as the reason", async () => {
  const { site, id, event } = await lost();
  const [letter] = await lettersOf(site, event, id);
  expect(letter!.content.subject).toContain('came too late');
  expect(letter!.content.text).toContain('the visit would already have started, so we couldn’t book it.');
  expect(letter!.content.text).not.toMatch(/someone else/);
});

test('a lost slot is mailed to its customer, with the open slots', async () => {
  const { site, id, event } = await lost();
  const letters = await lettersOf(site, event, id);
  expect(letters).toMatchObject([{ role: 'customer', to: 'ada@example.com' }]);
  const { text } = letters[0]!.content;
  expect(text.match(/http:\/\/localhost:3000\/book\?service=half-day&date=\S+&claim=(?:am|pm)/g)).toHaveLength(4);
});

test('a second payment is mailed to its customer', async () => {
  const { site, ada, id } = await held();
  const event = site.recorded('RefundRequested');
  await ada.pays('twice');
  await ada.returns();
  const letters = await lettersOf(site, await event, id);
  expect(letters).toMatchObject([
    {
      role: 'customer',
      content: { subject: 'You paid twice: we’re sending $299 back, and your visit is still booked' },
    },
  ]);
});

test('a failed refund is mailed to the owner the first time, and once more if it keeps failing', async () => {
  const { site, id } = await lost('refund-fails');
  site.payments.down.add('refund');
  const first = await failRefund(site);
  const second = await failRefund(site);
  expect(await lettersOf(site, first, id)).toMatchObject([{ role: 'owner', to: site.config.ownerEmail }]);
  expect(await lettersOf(site, second, id)).toEqual([]);
});

test("a forgotten customer gets no mail; the owner's mail about the visit has no personal data", async () => {
  const { site, id, event } = await booked();
  const forgotten = { name: null, email: null, phone: null, address: null, notes: null };
  const letters = await lettersOf(site, event, id, forgotten);
  expect(letters).toMatchObject([{ role: 'owner', to: site.config.ownerEmail }]);
  const { text, html } = letters[0]!.content;
  expect(text).toMatch(/^Customer +Deleted customer$/m);
  expect(text).toContain('TV Mounting');
  for (const words of [text, html]) expect(words).not.toMatch(/null|mailto:ada|tel:|^Phone|^Email /m);
  const parked = { kind: 'mail', key: `${event.id}:customer`, code: 'provider-422' } as Job;
  const told = async (change: object) =>
    ownersLetter(event as CauseOf<MailCause>, { ...(await site.row(id))!, ...change }, site, (matter) =>
      aboutParkedMail(parked, matter),
    );
  expect(await told({})).toMatchObject({ to: site.config.ownerEmail });
  expect(await told(forgotten)).toBeNull();
});
