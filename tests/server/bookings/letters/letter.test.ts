import { describe, expect, test } from 'vitest';
import { writeLetter } from '#server/outside/mail/layout/letter.ts';
import { ALTERNATIVES, BOOKING, BUSINESS, HOSTILE, PAGES, missing, visible } from './samples.ts';
import {
  bookingConfirmed,
  dayBefore,
  keptPaymentReturned,
  lastFreeDay,
  mailParked,
  newBooking,
  ownerCancelled,
  ownerKept,
  ownerMoved,
  paymentReturned,
  refundDelayed,
  refundFailed,
  slotLost,
  visitCancelled,
  visitForfeited,
  visitKept,
  visitMoved,
  visitRefunded,
} from './written.ts';

const FROM = { date: '2027-03-02', claim: 'pm' } as const;

const ALL = [
  ['confirmation', bookingConfirmed(BOOKING, BUSINESS, PAGES)],
  ["owner's notice", newBooking(BOOKING, BUSINESS)],
  ['apology', slotLost(BOOKING, { reason: 'taken', cents: 29_900 }, ALTERNATIVES, BUSINESS)],
  ['returned payment', paymentReturned(BOOKING, { cause: 'paid-twice', cents: 29_900, currency: 'usd' }, BUSINESS)],
  ['failed refund', refundFailed('timeout', BOOKING, BUSINESS)],
  ['parked mail', await mailParked({ cause: 'BookingConfirmed', code: 'provider-422' }, BOOKING, BUSINESS)],
  ['moved visit', visitMoved(BOOKING, FROM, BUSINESS, PAGES)],
  ['cancelled visit', visitCancelled(BOOKING, 'customer', BUSINESS, PAGES)],
  ['late cancellation', visitForfeited(BOOKING, true, BUSINESS, PAGES)],
  ['late cancellation when booking has closed', visitForfeited(BOOKING, false, BUSINESS, PAGES)],
  ['payment that was kept', keptPaymentReturned(BOOKING, { cause: 'refilled', cents: 29_900 }, BUSINESS)],
  ['visit that is refunded', visitRefunded(BOOKING, 'completed', BUSINESS)],
  ['no-show that is refunded', visitRefunded(BOOKING, 'no-show', BUSINESS)],
  ['refund that takes longer', refundDelayed(BOOKING, { cents: 29_900, currency: 'usd' }, BUSINESS)],
  ['last free day', lastFreeDay(BOOKING, BUSINESS, PAGES)],
  ['day before', dayBefore(BOOKING, BUSINESS, PAGES)],
  ['visit that is kept', visitKept(BOOKING, BUSINESS, PAGES)],
  ["owner's notice of a kept visit", ownerKept(BOOKING, BUSINESS)],
  ["owner's notice of a move", ownerMoved(BOOKING, FROM, BUSINESS)],
  ["owner's notice of a cancellation", await ownerCancelled(BOOKING, 'keep', BUSINESS)],
] as const;

const hostile = { ...BOOKING, name: HOSTILE, address: HOSTILE, notes: HOSTILE, area: HOSTILE, tasks: [HOSTILE] };
const reachable = { ...hostile, phone: HOSTILE, email: HOSTILE };
const business = { ...BUSINESS, name: HOSTILE, email: HOSTILE, phone: HOSTILE };
const HOSTILE_MAILS = [
  ['confirmation', bookingConfirmed(hostile, { ...business, email: 'a@example.com' }, PAGES)],
  ["owner's notice", newBooking(reachable, business)],
  [
    'apology',
    slotLost(hostile, { reason: 'begun', cents: 1 }, [{ words: HOSTILE, url: 'https://x.example/' }], business),
  ],
  ['returned payment', paymentReturned(hostile, { cause: 'wrong-amount', cents: 1, currency: 'usd' }, business)],
  ['failed refund', refundFailed(HOSTILE, hostile, business)],
  ['parked mail', await mailParked({ cause: 'RefundRequested', code: HOSTILE }, reachable, business)],
  ['moved visit', visitMoved(hostile, FROM, { ...business, email: 'a@example.com' }, PAGES)],
  ['cancelled visit', visitCancelled(hostile, 'owner', { ...business, email: 'a@example.com' }, PAGES)],
  ['late cancellation', visitForfeited(hostile, true, { ...business, email: 'a@example.com' }, PAGES)],
  ['payment that was kept', keptPaymentReturned(hostile, { cause: 'goodwill', cents: 1 }, business)],
  ['visit that is refunded', visitRefunded(hostile, 'completed', business)],
  ['refund that takes longer', refundDelayed(hostile, { cents: 1, currency: 'usd' }, business)],
  ['last free day', lastFreeDay(hostile, business, PAGES)],
  ['day before', dayBefore(hostile, business, PAGES)],
  ["owner's notice of a move", ownerMoved(reachable, FROM, business)],
  ["owner's notice of a cancellation", await ownerCancelled(reachable, 'refund', business)],
] as const;

describe('typed text is escaped', () => {
  test.each(HOSTILE_MAILS)('in the %s', (_, mail) => {
    expect(mail.html).not.toContain('<img');
    expect(mail.html).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt;');
    expect(mail.subject).not.toMatch(/\p{Cc}|\u202e/u);
    expect(mail.text.replaceAll('\n', '')).not.toMatch(/\p{Cc}|\u202e/u);
    expect(mail.html.replaceAll('\n', '')).not.toMatch(/\p{Cc}|\u202e/u);
    const targets = Array.from(mail.html.matchAll(/<a [^>]*href="([^"]*)"/g), ([, href = '']) => href);
    expect(targets.filter((href) => !/^(?:https?|mailto|tel):/.test(href))).toEqual([]);
  });
});

describe.each(ALL)('the %s', (_, mail) => {
  test('works with little CSS support: tables, inline colors, no images, scripts or external resources', () => {
    expect(mail.html).not.toMatch(/<(?:img|script|link|form|iframe|svg|video)\b/i);
    expect(mail.html).not.toMatch(/url\(|@import|@font-face|position:|display:(?:flex|grid)/);
    const tables = mail.html.match(/<table\b[^>]*>/g) ?? [];
    expect(tables.length).toBeGreaterThan(2);
    // Gmail cuts a mail off at 102 kB and ignores styles of more than 8 kB.
    expect(Buffer.byteLength(mail.html)).toBeLessThan(40_000);
    expect((mail.html.match(/<style>.*?<\/style>/gs) ?? []).join('').length).toBeLessThan(8192);
  });

  test('has a language, a title, one heading, and a preview text', () => {
    expect(mail.html).toMatch(/^<!doctype html><html dir="ltr" lang="en">/);
    expect(mail.html.match(/<h1\b/g)).toHaveLength(1);
    expect(mail.html).toMatch(/<title>[^<]+<\/title>/);
    const [, preview = ''] = /<div style="display:none[^>]*>([^<]+)<div>/.exec(mail.html) ?? [];
    expect(preview.length).toBeGreaterThan(20);
    expect(preview.length).toBeLessThan(120);
  });

  test('has the same content as text and as HTML', () => {
    const links = /https?:\/\/\S+/g;
    const words = (text: string): string[] => text.replaceAll(links, ' ').match(/[\p{L}\p{N}$@.]+/gu) ?? [];
    const text = words(mail.text.replaceAll(/\s+/g, ' '));
    // The ruler's marks repeat the hours, and the host of the site is replaced.
    const told = words(visible(mail.html).replace(/7 am (?:noon |1 pm )?6 pm/, ''));
    expect(told.filter((word) => !text.includes(word) && word !== 'oakstreet.example')).toEqual([]);
  });
});

test.each(ALL.filter(([name]) => name !== 'apology'))(
  'the %s names the booking’s price, last day of free changes and policy',
  (_, mail) => {
    expect(missing(mail, '$299', 'Sunday, March 7, 2027', '2 calendar days’ notice')).toEqual([]);
  },
);

test.each([
  'javascript:alert(1)',
  'https://x.example/"onclick="x',
  'https://x.example/a b',
  '//x.example',
  'tel:abc',
  'mailto:a b',
])('a mail never links to %s', (url) => {
  const blocks = [{ actions: [{ words: 'w', url }] }];
  const letter = { to: 'owner', subject: 's', preview: 'p', heading: 'h', blocks } as const;
  expect(() => writeLetter(letter, BUSINESS)).toThrow('a mail links only to');
});
