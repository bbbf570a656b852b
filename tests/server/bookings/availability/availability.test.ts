import { describe, expect, test } from 'vitest';
import { availability, nearestSlots } from '#server/bookings/availability/availability.ts';
import { DATE, at } from '../../../events/facts.ts';
import { openSite } from '../site.ts';

const TODAY = '2027-03-09';
const FIVE = at('2027-03-09T05:00:00-08:00');
const ELEVEN = at('2027-03-09T11:00:00-08:00');

describe('availability', () => {
  test('is the whole window, from today to sixty dates ahead', async () => {
    const answer = await openSite().visitor().availability();
    expect(answer).toMatchObject({ today: TODAY, to: '2027-05-08', timeZone: 'America/Los_Angeles' });
    expect(answer.days).toHaveLength(61);
    expect(answer.days.at(-1)).toMatchObject({ date: '2027-05-08', am: 'open', pm: 'open' });
  });

  test('of a longer window ends after a year', async () => {
    const site = openSite();
    const config = { ...site.config, bookingWindowDays: 1000 };
    const { days, to } = await availability({ ...site, config }, null);
    expect([days.length, days[0]?.date, days.at(-1)?.date, to]).toEqual([367, TODAY, '2028-03-09', '2028-03-09']);
  });

  test.each([
    ['a moment before five', FIVE - 1, 'open', 'open'],
    ['at five', FIVE, 'gone', 'open'],
    ['a moment before eleven', ELEVEN - 1, 'gone', 'open'],
    ['at eleven', ELEVEN, 'gone', 'gone'],
  ])('of a slot ends two hours before its start: today, %s', async (_, now, am, pm) => {
    const { days } = await openSite(now).visitor().availability();
    expect(days[0]).toMatchObject({ date: TODAY, am, pm });
    expect(days[1]).toMatchObject({ am: 'open', pm: 'open' });
  });
});

describe('a unit that is taken', () => {
  test('is marked as the holder’s own, and gone for every other visitor', async () => {
    const site = openSite();
    const ada = site.visitor();
    await ada.holds({ claim: 'pm' });
    expect(await ada.day(DATE)).toMatchObject({ am: 'open', pm: 'yours' });
    expect(await site.visitor().day(DATE)).toMatchObject({ am: 'open', pm: 'gone' });
    await ada.pays();
    await ada.returns();
    expect(await ada.day(DATE)).toMatchObject({ am: 'open', pm: 'gone' });
  });

  test('names neither its holder nor the reason', async () => {
    const site = openSite();
    await site.visitor().holds();
    expect(Object.keys((await site.visitor().day(DATE)) ?? {}).sort()).toEqual([
      'am',
      'date',
      'freeChangesThrough',
      'pm',
      'shortNotice',
    ]);
  });
});

describe('the nearest open slots', () => {
  const around = (site: ReturnType<typeof openSite>, date: typeof DATE, service: 'half-day' | 'full-day') =>
    nearestSlots(site, { date, service }, null);

  test('are four, the same day first, then by distance, the earlier before the later', async () => {
    const site = openSite();
    await site.visitor().holds({ claim: 'am' });
    expect(await around(site, DATE, 'half-day')).toEqual([
      { date: DATE, claim: 'pm' },
      { date: '2027-03-15', claim: 'am' },
      { date: '2027-03-15', claim: 'pm' },
      { date: '2027-03-17', claim: 'am' },
    ]);
    const whole = await around(site, DATE, 'full-day');
    expect(whole.map(({ date }) => date)).toEqual(['2027-03-15', '2027-03-17', '2027-03-14', '2027-03-18']);
  });

  test('are on dates that pages show, also in a longer window', async () => {
    const site = openSite();
    const config = { ...site.config, bookingWindowDays: 1000 };
    const [first] = await nearestSlots({ ...site, config }, { date: '2029-01-01', service: 'full-day' }, null);
    expect(first).toEqual({ date: '2028-03-09', claim: 'full' });
  });
});

describe('the next open slots', () => {
  test('are the soonest of each session type, with the deadline of their day', async () => {
    const answer = await openSite(FIVE).visitor().nextOpen();
    expect(answer).toMatchObject({
      today: TODAY,
      slots: {
        'half-day': { day: { date: TODAY, freeChangesThrough: null, shortNotice: true }, claim: 'pm' },
        'full-day': { day: { date: '2027-03-10' }, claim: 'full' },
      },
    });
  });
});
