import { describe, expect, test } from 'vitest';
import type { Ticket } from '#shared/calls/contract.ts';
import { rendered } from './rendered.ts';

const TICKET: Ticket = {
  eventId: 'b1',
  service: 'half-day',
  date: '2027-03-09',
  claim: 'am',
  state: 'confirmed',
  today: '2027-03-01',
  cancel: 'refund',
  priceCents: 29_900,
  freeChangesThrough: '2027-03-07',
  policy: 'two-days-notice',
  method: 'online',
  opensHere: true,
  mailedTo: 'ada@example.com',
  canCorrect: true,
};

const ROBOTS = /(?<=<meta name="robots" content=")[^"]+/g;

/** The confirmation page where only this booking is known. */
function confirmation(search: string, ticket: Ticket = TICKET) {
  return rendered(`/book/confirmation${search}`, null, {
    ticket: async ({ eventId }) => (eventId === ticket.eventId ? ticket : null),
  });
}

test.each(['confirmed', 'cancelled'] as const)('a booking that is %s shows its price and terms', async (state) => {
  const { text } = await confirmation('?eventId=b1', { ...TICKET, state });
  for (const words of ['$299', 'through Sun, Mar 7', 'Policy: 2 calendar days’ notice.']) expect(text).toContain(words);
});

describe.each([
  ['an unknown one', '?status=confirmed&service=half-day&eventId=b2'],
  ['none', ''],
  ['an empty one', '?eventId='],
  ['something else', '?eventId=5&status=confirmed'],
])('for %s', (_, search) => {
  test('the response is a 404 that reveals nothing and says what to do', async () => {
    const { status, html, main, text, faults } = await confirmation(search);
    expect(status).toBe(404);
    expect(text).toContain('We can’t find this booking');
    expect(text).toContain('If you’ve paid, our email has the right link');
    expect(main).toContain('href="mailto:hello@oak.example"');
    expect(text).toContain('Book a visit');
    expect(text).not.toMatch(/is booked|half day/i);
    expect(html.match(ROBOTS)).toEqual(['noindex']);
    expect(html.match(/<h1/g)).toHaveLength(1);
    expect(faults).toEqual([]);
  });
});

describe('the mark by which analytics counts a booking', () => {
  test('is on the page of a booking that this browser made', async () => {
    const { main } = await confirmation('?status=confirmed&eventId=b1');
    for (const mark of ['id="b1"', 'service="half-day"', 'method="online"', 'value="299"']) {
      expect(main).toContain(`data-booking-${mark}`);
    }
  });

  test.each<[string, Partial<Ticket>]>([
    ['that another browser made', { opensHere: false }],
    ['that is not paid yet', { state: 'held' }],
    ['that is canceled', { state: 'cancelled' }],
    ['that is over', { state: 'over' }],
  ])('is not on the page of one %s', async (_, change) => {
    const { main, faults } = await confirmation('?status=confirmed&eventId=b1', { ...TICKET, ...change });
    expect(main).not.toContain('data-booking-');
    expect(faults).toEqual([]);
  });
});
