import { expect, test } from 'vitest';
import { place } from '#server/bookings/letters/booking.ts';
import { BOOKING, BUSINESS, PAGES, missing, visible } from './samples.ts';
import {
  bookingConfirmed,
  lostLinks,
  newBooking,
  ownerCancelled,
  ownerKept,
  ownerMoved,
  visitCancelled,
  visitForfeited,
  visitKept,
  visitMoved,
} from './written.ts';

const FROM = { date: '2027-03-02', claim: 'pm' } as const;
const OVER = { ...BOOKING, areFreeChangesOver: true };
const MOVED_LATE = { ...OVER, freeChangesThrough: null, sequence: 1 };

test.each([
  ['a new booking', newBooking(BOOKING, BUSINESS)],
  ['a new booking at short notice', newBooking({ ...OVER, freeChangesThrough: null }, BUSINESS)],
  ['a move', ownerMoved(BOOKING, FROM, BUSINESS)],
  ['a visit that stays without its account', ownerKept(OVER, BUSINESS)],
  ['a cancellation in time', await ownerCancelled(OVER, 'refund', BUSINESS)],
  ['a late cancellation', await ownerCancelled(OVER, 'forfeit', BUSINESS)],
  ['a cancellation when booking has closed', await ownerCancelled(OVER, 'keep', BUSINESS)],
])('the owner reads about %s as the owner, not as the customer', (_, mail) => {
  for (const body of [mail.text.replaceAll(/\s+/g, ' '), visible(mail.html)]) {
    expect(body).not.toMatch(/\b(?:we keep|you cancel|you get|your (?:visit|time))\b/i);
  }
});

test.each([
  ['moved late', visitMoved(MOVED_LATE, FROM, BUSINESS, PAGES)],
  ['kept without its account when free changes are over', visitKept(OVER, BUSINESS, PAGES)],
])('the link to a visit that was %s does not offer a move', (_, mail) => {
  expect(
    missing(mail, 'See or cancel your visit', 'Keep this email. Anyone with its link can cancel the visit.'),
  ).toEqual([]);
  expect(mail.text).not.toMatch(/can move|visit moves/);
});

test('a visit that was moved late says that this ended its free changes', () => {
  const mail = visitMoved(MOVED_LATE, FROM, BUSINESS, PAGES);
  expect(missing(mail, 'Free changes none for this day')).toEqual([]);
  expect(mail.html).toContain('It’s too late to move it again, or to cancel it for free.');
});

test.each([
  ['in time', visitCancelled(BOOKING, 'customer', BUSINESS, PAGES)],
  ['by the owner', visitCancelled(BOOKING, 'owner', BUSINESS, PAGES)],
  ['late', visitForfeited(BOOKING, true, BUSINESS, PAGES)],
  ['when booking has closed', visitForfeited(BOOKING, false, BUSINESS, PAGES)],
  ['in time, to the owner', await ownerCancelled(BOOKING, 'refund', BUSINESS)],
])('a visit canceled %s can no longer be changed free', (_, mail) => {
  expect(missing(mail, 'Changes were free through Sunday, March 7, 2027.')).toEqual([]);
  expect(mail.text).not.toContain('Free changes through');
});

test.each([
  ['books', bookingConfirmed(BOOKING, BUSINESS, PAGES)],
  ['moves', visitMoved(BOOKING, FROM, BUSINESS, PAGES)],
  ['cancels', visitCancelled(BOOKING, 'customer', BUSINESS, PAGES)],
  ['cancels late', visitForfeited(BOOKING, true, BUSINESS, PAGES)],
])('the mail with a calendar file that %s has a calendar title as its subject', (_, { subject, attachments }) => {
  expect(attachments).toHaveLength(1);
  expect(subject).toMatch(/^Handyman visit Tue, Mar 9, 7:00 am to noon \(/);
});

test('a late cancellation names the outcome for the payment in its subject', () => {
  expect(visitForfeited(OVER, true, BUSINESS, PAGES).subject).toBe(
    'Handyman visit Tue, Mar 9, 7:00 am to noon (canceled late): we keep your $299 unless someone else books your time',
  );
  expect(visitForfeited(OVER, false, BUSINESS, PAGES).subject).toBe(
    'Handyman visit Tue, Mar 9, 7:00 am to noon (canceled late): we keep your $299',
  );
  expect(visitForfeited(OVER, true, BUSINESS, PAGES).text).not.toContain('half of it');
});

test('a cancellation by the owner says so once, in the past tense', () => {
  expect(missing(visitCancelled(OVER, 'owner', BUSINESS, PAGES), 'Ada Lovelace, we had to cancel your visit')).toEqual(
    [],
  );
});

test('map links add the state to a known city; other places stay as typed', () => {
  expect(place(BOOKING)).toBe('12 Main St, Ventura, CA');
  expect(place({ address: '12 Main St', area: 'Somewhere else' })).toBe('12 Main St, Somewhere else');
});

test('with several links, each opens one visit', () => {
  const link = (words: string) => ({ words, url: `${BUSINESS.url}/manage/${words}` });
  expect(missing(lostLinks([link('a')], BUSINESS), 'The link opens the visit')).toEqual([]);
  const mail = lostLinks([link('a'), link('b')], BUSINESS);
  expect(
    missing(mail, 'Each link opens one visit, so you can see it and, if it’s still ahead, change your plans.'),
  ).toEqual([]);
});

test('the owner’s mail about a cancellation by account deletion says so, and names no customer', async () => {
  const mail = await ownerCancelled(BOOKING, 'forfeit', BUSINESS, { email: null, keptFrom: 'a1' });
  expect(missing(mail, 'The customer deleted their account and canceled too late', 'Deleted customer')).toEqual([]);
  expect(mail.text + mail.html).not.toMatch(/Ada|ada@example|555/);
});

test('the owner’s mail about a cancellation by a guest who had their data deleted says so, and names no customer', async () => {
  const mail = await ownerCancelled(BOOKING, 'refund', BUSINESS, { email: null });
  expect(missing(mail, 'The customer had their data deleted and canceled in time', 'Deleted customer')).toEqual([]);
  expect(mail.text + mail.html).not.toMatch(/Ada|ada@example|555/);
});

test.each([
  ['while a dispute withholds it', 'withheld', 'What we owe you follows once it has decided.'],
  ['when all of the money went back already', 'done', 'Nothing is left to refund.'],
] as const)('the email about a cancellation promises no refund %s', (_, state, says) => {
  const { priceCents: amount } = BOOKING;
  const dispute = { kind: 'dispute', id: 'd1', payment: 'pay1', amount, currency: 'usd', at: 0, state } as const;
  for (const by of ['customer', 'owner'] as const) {
    const mail = visitCancelled(BOOKING, by, BUSINESS, PAGES, [dispute]);
    expect(missing(mail, says)).toEqual([]);
    expect(`${mail.subject} ${mail.text}`).not.toMatch(/you get|full refund|goes back/);
  }
});
