import { expect, test } from 'vitest';
import { type CalendarVisit, visitCalendar } from '#server/bookings/visit/visit-calendar.ts';
import { type CivilDate, addDays } from '#shared/civil-date.ts';
import { referenceOf } from '#shared/booking/reference.ts';
import { TEST_LEGAL } from '../../../test-site.ts';
import { parsed } from './parsed.ts';

const BUSINESS = {
  name: 'Oak Street Handyman',
  legal: TEST_LEGAL,
  email: 'hello@oakstreet.example',
  timeZone: 'America/Los_Angeles',
};
const VISIT: CalendarVisit = {
  eventId: '0190b1c2-7d1e-7aaa-8bbb-0123456789ab',
  service: 'half-day',
  date: '2027-03-09',
  claim: 'am',
  sequence: 0,
  at: Date.parse('2027-03-01T17:00:00Z'),
  url: `https://oakstreet.example/manage/${'k'.repeat(43)}`,
  details: { location: '12 Main St, Ventura', tasks: ['TV Mounting', 'Door Repairs'] },
};
const HOSTILE = 'a;b,c\\n"d"\r\nBEGIN:VEVENT\nATTENDEE:mailto:eve@example.com\u0000\u202e\u2028end';

function read(change: Partial<CalendarVisit> = {}, business: Partial<typeof BUSINESS> = {}) {
  return parsed(visitCalendar({ ...VISIT, ...change }, { ...BUSINESS, ...business }));
}

test('a visit’s file has session type, time, place, customer, and an alarm for the day before', () => {
  expect(read()).toEqual({
    method: 'PUBLISH',
    version: '2.0',
    product: '-//Halfday//Bookings//EN',
    zones: ['America/Los_Angeles'],
    uid: VISIT.eventId,
    sequence: 0,
    stamp: '2027-03-01T17:00:00Z',
    changed: '2027-03-01T17:00:00Z',
    starts: '2027-03-09T15:00:00.000Z',
    ends: '2027-03-09T20:00:00.000Z',
    startZone: 'America/Los_Angeles',
    summary: 'Oak Street Handyman: half day',
    location: '12 Main St, Ventura',
    description: [
      'Half day with Oak Street Handyman.',
      'To do: TV Mounting, Door Repairs.',
      `Reference: ${referenceOf(VISIT.eventId)}.`,
      `See or change your visit: ${VISIT.url}`,
      'Anyone with this link can change it.',
      'Questions? Email hello@oakstreet.example.',
      'Oak Street Handyman, 12 Main St, Ventura, CA 93001',
    ].join('\n'),
    url: VISIT.url,
    status: 'CONFIRMED',
    organizer: 'mailto:hello@oakstreet.example',
    attendee: null,
    alarms: [{ action: 'DISPLAY', trigger: '-P1D', description: 'Oak Street Handyman: half day' }],
    names: expect.any(Array),
  });
});

test('an invitation names its attendee, and a cancellation removes the entry', () => {
  const attendee = 'ada@example.com';
  const asked = read({ method: { kind: 'request', attendee }, sequence: 1 });
  expect(asked).toMatchObject({
    method: 'REQUEST',
    status: 'CONFIRMED',
    attendee: 'MAILTO:ada@example.com',
    sequence: 1,
  });
  expect(asked.alarms).toHaveLength(1);
  const gone = read({ method: { kind: 'cancel', attendee }, sequence: 2 });
  expect(gone).toMatchObject({ method: 'CANCEL', status: 'CANCELLED', uid: VISIT.eventId, sequence: 2, alarms: [] });
  expect(gone.description).toContain(`See your canceled visit: ${VISIT.url}`);
});

test.each(['America/Los_Angeles', 'Europe/London', 'Asia/Kolkata', 'Australia/Lord_Howe', 'America/Phoenix'])(
  'each month, and on the days around a change of the clocks, visits have their correct start and end in %s',
  (timeZone) => {
    const at = (date: CivilDate, hour: number) =>
      Temporal.PlainDate.from(date).toZonedDateTime({ timeZone, plainTime: { hour } });
    const instant = (date: CivilDate, hour: number) => at(date, hour).toInstant().epochMilliseconds;
    const dates = Array.from({ length: 366 }, (_, index) => addDays('2027-01-01', index)).filter(
      (date) => date.endsWith('-15') || at(addDays(date, -1), 0).offset !== at(addDays(date, 2), 0).offset,
    );
    expect(dates.length).toBeGreaterThanOrEqual(12);
    const wrong = dates.filter((date) => {
      const { starts, ends } = read({ date, claim: 'full', service: 'full-day' }, { timeZone });
      return Date.parse(starts) !== instant(date, 7) || Date.parse(ends) !== instant(date, 18);
    });
    expect(wrong).toEqual([]);
  },
);

test('typed text is escaped', () => {
  const visit = read({ details: { location: HOSTILE, tasks: [HOSTILE] } }, { name: HOSTILE });
  expect(visit.location).toBe('a;b,c\\n"d" BEGIN:VEVENT ATTENDEE:mailto:eve@example.com end');
  expect(visit.summary).toBe('a;b,c\\n"d" BEGIN:VEVENT ATTENDEE:mailto:eve@example.com end: half day');
  expect(visit.description).toContain('a;b,c\\n"d"\nBEGIN:VEVENT\nATTENDEE:mailto:eve@example.comend');
  expect(visit.names).not.toContain('attendee');
});

test('lines end and fold as RFC 5545 says, and no character is torn', () => {
  const details = { location: `${'Straße der Pariser Kommune 🏠 '.repeat(8)}end`, tasks: [] };
  const file = visitCalendar({ ...VISIT, details }, BUSINESS);
  expect(file.endsWith('END:VCALENDAR\r\n')).toBe(true);
  expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  const long = file.split('\r\n').filter((line) => Buffer.byteLength(line) > 75);
  expect(long).toEqual([]);
  expect(parsed(file).location).toBe(details.location);
});
