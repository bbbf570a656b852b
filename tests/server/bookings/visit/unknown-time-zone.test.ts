import { expect, test, vi } from 'vitest';
import { visitCalendar } from '#server/bookings/visit/visit-calendar.ts';
import { TEST_LEGAL } from '../../../test-site.ts';
import { parsed } from './parsed.ts';

vi.mock('timezones-ical-library', () => ({ tzlib_get_ical_block: () => 'Given time zone not valid.' }));

test('a time zone without known rules is written in UTC', () => {
  const visit = {
    eventId: '0190b1c2-7d1e-7aaa-8bbb-0123456789ab',
    service: 'half-day',
    date: '2027-03-09',
    claim: 'am',
    sequence: 0,
    at: Date.parse('2027-03-01T17:00:00Z'),
    url: 'https://oakstreet.example/booking/1',
    details: null,
  } as const;
  const business = {
    name: 'Oak Street Handyman',
    legal: TEST_LEGAL,
    email: 'hello@oakstreet.example',
    timeZone: 'America/Los_Angeles',
  };
  const { startZone, zones, starts, ends } = parsed(visitCalendar(visit, business));
  expect({ startZone, zones }).toEqual({ startZone: null, zones: [] });
  expect([starts, ends]).toEqual(['2027-03-09T15:00:00.000Z', '2027-03-09T20:00:00.000Z']);
});
