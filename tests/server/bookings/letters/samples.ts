import type { MailBooking } from '#server/bookings/letters/booking.ts';
import type { Business, MailContent } from '#server/outside/mail/layout/letter.ts';
import { TEST_LEGAL } from '../../../test-site.ts';

export const BUSINESS: Business = {
  name: 'Oak Street Handyman',
  legal: TEST_LEGAL,
  email: 'hello@oakstreet.example',
  phone: null,
  url: 'https://oakstreet.example',
  timeZone: 'America/Los_Angeles',
};

export const BOOKING: MailBooking = {
  eventId: '0190b1c2-7d1e-7aaa-8bbb-0123456789ab',
  service: 'half-day',
  date: '2027-03-09',
  claim: 'am',
  area: 'Ventura',
  tasks: ['TV Mounting', 'Door Repairs'],
  address: '12 Main St',
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  phone: '805 555 0101',
  notes: 'Ring twice.\nThe dog is friendly.',
  priceCents: 29_900,
  freeChangesThrough: '2027-03-07',
  areFreeChangesOver: false,
  isPaidOutside: false,
  policy: 'two-days-notice',
  sequence: 0,
  changedAt: Date.parse('2027-03-01T17:00:00Z'),
};

const BOOK = `${BUSINESS.url}/book`;

export const PAGES = {
  manage: `${BUSINESS.url}/manage/${'k'.repeat(43)}`,
  calendar: `${BUSINESS.url}/manage/${'k'.repeat(43)}/calendar.ics`,
};

export const ALTERNATIVES = [
  { words: 'Wed, Mar 10, 7:00 am to noon', url: `${BOOK}?service=half-day&date=2027-03-10&claim=am` },
  { words: 'Wed, Mar 10, 1:00 pm to 6:00 pm', url: `${BOOK}?service=half-day&date=2027-03-10&claim=pm` },
];

/** Typed text that could break out of a page, a header or a sentence. */
export const HOSTILE = '<img src=x onerror="alert(1)">\r\nBcc: all@example.com\u202egnp.\u0000\'&';

/** The visible text of the HTML: without the head, hidden parts, and comments for Outlook. */
export function visible(html: string): string {
  const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'", '&amp;': '&' };
  return html
    .replace(/<head>.*<\/head>/s, '')
    .replace(/<div style="display:none[^>]*>[^<]*<div>[^<]*<\/div><\/div>/, '')
    .replaceAll(/<!--.*?-->/gs, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(?:lt|gt|quot|#x27|amp);/g, (entity) => entities[entity] ?? entity)
    .replaceAll(/[ \u00a0\n]+/g, ' ')
    .trim();
}

/** Sentences that one of the two bodies lacks. */
export function missing(mail: MailContent, ...sentences: string[]): string[] {
  const bodies = [mail.text.replaceAll(/\s+/g, ' '), visible(mail.html)];
  return sentences.filter((sentence) => !bodies.every((body) => body.includes(sentence)));
}
