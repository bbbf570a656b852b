import { expect, test } from 'vitest';
import type { DayAvailability, NextOpen } from '#shared/booking/availability.ts';
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
