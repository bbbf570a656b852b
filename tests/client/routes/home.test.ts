import { expect, test } from 'vitest';
import type { DayAvailability, NextOpen } from '#shared/booking/availability.ts';
import { SERVICES } from '#shared/business/catalogue.ts';
import { rendered } from './rendered.ts';

const DAY: DayAvailability = {
  date: '2027-03-10',
  am: 'gone',
  pm: 'open',
  freeChangesThrough: null,
  shortNotice: true,
};

const NEXT: NextOpen = {
  today: '2027-03-09',
  slots: {
    'half-day': { day: DAY, claim: 'pm' },
    'full-day': {
      day: { date: '2027-03-12', am: 'open', pm: 'open', freeChangesThrough: '2027-03-10', shortNotice: false },
      claim: 'full',
    },
  },
};

function links(html: string): string[] {
  return [...html.matchAll(/<a[^>]*href="([^"]+)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'));
}

test('the home page names the next open half day and full day with their prices and links', async () => {
  const { status, main, text } = await rendered('/', NEXT);
  expect(status).toBe(200);
  expect(text).toMatch(/Half day, \$299 Tomorrow, Wed, Mar 10 1:00 pm to 6:00 pm/);
  expect(text).toMatch(/Full day, \$499 Fri, Mar 12 7:00 am to 6:00 pm/);
  expect(text).toContain('Pacific Time');
  expect(links(main)).toContain('/book?service=half-day&date=2027-03-10&claim=pm');
  expect(links(main)).toContain('/book?service=full-day&date=2027-03-12&claim=full');
});

test('the home page shows the other open hours of that day, with text for screen readers', async () => {
  const { main } = await rendered('/', NEXT);
  expect(main).toContain('aria-label="Wed, Mar 10: morning, gone; afternoon, open."');
});

test('the home page says if changes to the next half day are not free, and from which day on they are', async () => {
  const { text } = await rendered('/', NEXT);
  expect(text).toMatch(/Visits this soon can’t be moved or canceled for free\. Visits on Thu, Mar 11 or later can/);
  const later = { ...NEXT.slots, 'half-day': NEXT.slots['full-day'] };
  expect((await rendered('/', { ...NEXT, slots: later })).text).toContain('free through Wed, Mar 10');
});

test('the home page says if a session type is sold out, and offers the other', async () => {
  const { main, text } = await rendered('/', { ...NEXT, slots: { ...NEXT.slots, 'full-day': null } });
  expect(text).toContain('Full day, $499 No full day is open right now.');
  expect(links(main)).toContain('/book?service=half-day&date=2027-03-10&claim=pm');
});

test('the home page says what to do if every day is full, and links to no closed slot', async () => {
  const { main, text } = await rendered('/', { ...NEXT, slots: { 'half-day': null, 'full-day': null } });
  expect(text).toContain('Half day, $299 No half day is open right now.');
  expect(text).toContain('Full day, $499 No full day is open right now.');
  expect(text).toContain('Look again tomorrow: one more day opens each day, and canceled times come back.');
  expect(main).not.toMatch(/All\s+open\s+times/);
});

test('the home page links to the booking page if availability is unknown', async () => {
  const { status, main, text } = await rendered('/');
  expect(status).toBe(200);
  expect(text).toContain('Half day, $299 7:00 am to noon, or 1:00 pm to 6:00 pm');
  expect(links(main)).toContain('/book?service=half-day');
  expect(links(main)).toContain('/book?service=full-day');
});

test('the home page names every service with its icon, and as structured data', async () => {
  const { html, main } = await rendered('/', NEXT);
  const icons = main.matchAll(/<svg aria-hidden="true" viewBox="0 0 24 24"[^>]*>(.+?)<\/svg>/g);
  expect(new Set(Array.from(icons, ([, drawing]) => drawing)).size).toBe(SERVICES.length);
  const data = /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec(html)?.[1] ?? '';
  const business = JSON.parse(data) as { hasOfferCatalog: { itemListElement: unknown[] } };
  expect(business.hasOfferCatalog.itemListElement).toHaveLength(SERVICES.length);
});
