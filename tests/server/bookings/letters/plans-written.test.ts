import { expect, test } from 'vitest';
import { BOOKING, BUSINESS, PAGES, missing, visible } from './samples.ts';
import { newBooking, ownerCancelled, ownerKept, ownerMoved, visitCancelled } from './written.ts';

const FROM = { date: '2027-03-02', claim: 'pm' } as const;
const OVER = { ...BOOKING, areFreeChangesOver: true };

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
