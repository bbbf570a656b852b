import { describe, expect, test } from 'vitest';
import { availability, nearestSlots, nextOpen } from '#server/bookings/availability/availability.ts';
import { addDays } from '#shared/civil-date.ts';
import { DATE, at } from '../../../events/facts.ts';
import { MINUTE, openSite } from '../site.ts';

const TODAY = '2027-03-09';
const FIVE = at('2027-03-09T05:00:00-08:00');
const ELEVEN = at('2027-03-09T11:00:00-08:00');

describe('availability', () => {
  test('is the whole window by default, from today to sixty dates ahead', async () => {
    const answer = await openSite().visitor().availability();
    expect(answer).toMatchObject({ today: TODAY, from: TODAY, to: '2027-05-08', timeZone: 'America/Los_Angeles' });
    expect(answer.days).toHaveLength(61);
    expect(answer.days.at(-1)).toMatchObject({ date: '2027-05-08', am: 'open', pm: 'open' });
  });

  test('is never more than the window', async () => {
    const ada = openSite().visitor();
    const dates = async (range: { from?: string; to?: string }) => {
      const { days } = await ada.availability(range);
      return [days.length, days[0]?.date, days.at(-1)?.date];
    };
    expect(await dates({ from: '2027-03-01', to: '2027-03-10' })).toEqual([2, TODAY, '2027-03-10']);
    expect(await dates({ from: '2027-05-07', to: '2027-12-31' })).toEqual([2, '2027-05-07', '2027-05-08']);
    expect(await dates({ from: '2027-04-01', to: '2027-03-31' })).toEqual([0, undefined, undefined]);
    expect(await dates({ from: '9999-12-31' })).toEqual([0, undefined, undefined]);
    expect(await dates({ to: '0000-01-01' })).toEqual([0, undefined, undefined]);
  });

  test('has at most a hundred dates a call, with a long window', async () => {
    const site = openSite();
    const config = { ...site.config, bookingWindowDays: 73_000 };
    const { days, to } = await availability({ ...site, config }, { from: '2100-01-01' }, null);
    expect(to).toBe('2227-01-20');
    expect(days).toHaveLength(100);
    expect(days[0]?.date).toBe('2100-01-01');
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

  test('changes at midnight of the business', async () => {
    const site = openSite(at('2027-03-09T23:59:59-08:00'));
    const ada = site.visitor();
    expect(await ada.availability()).toMatchObject({ today: TODAY, to: '2027-05-08' });
    site.clock.advance(1000);
    expect(await ada.availability()).toMatchObject({ today: '2027-03-10', to: '2027-05-09' });
  });

  test('says until when changes are free, and whether the notice is short', async () => {
    const { days } = await openSite().visitor().availability();
    expect(days.slice(0, 4)).toMatchObject([
      { freeChangesThrough: null, shortNotice: true },
      { freeChangesThrough: null, shortNotice: true },
      { freeChangesThrough: TODAY, shortNotice: true },
      { freeChangesThrough: '2027-03-10', shortNotice: false },
    ]);
  });
});

describe('a unit that is taken', () => {
  test('is marked as the holder’s own, and gone for every other visitor', async () => {
    const site = openSite();
    const ada = site.visitor();
    await ada.holds({ claim: 'pm' });
    const day = { from: DATE, to: DATE };
    expect((await ada.availability(day)).days[0]).toMatchObject({ am: 'open', pm: 'yours' });
    expect((await site.visitor().availability(day)).days[0]).toMatchObject({ am: 'open', pm: 'gone' });
    await ada.pays();
    await ada.returns();
    expect((await ada.availability(day)).days[0]).toMatchObject({ am: 'open', pm: 'gone' });
  });

  test('is open again as soon as it is released', async () => {
    const site = openSite();
    const ada = site.visitor();
    await ada.holds({ claim: 'full' });
    await ada.holds({ claim: 'am' });
    const { days } = await site.visitor().availability({ from: DATE, to: DATE });
    expect(days[0]).toMatchObject({ am: 'gone', pm: 'open' });
  });

  test('names neither its holder nor the reason', async () => {
    const site = openSite();
    await site.visitor().holds();
    const { days } = await site.visitor().availability({ from: DATE, to: DATE });
    expect(Object.keys(days[0] ?? {}).sort()).toEqual(['am', 'date', 'freeChangesThrough', 'pm', 'shortNotice']);
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

  test('never lie in the past or outside the window', async () => {
    const site = openSite(ELEVEN - MINUTE);
    expect(await around(site, TODAY, 'half-day')).toMatchObject([{ date: TODAY, claim: 'pm' }, {}, {}, {}]);
    for (const date of ['2027-03-01', '2028-01-01'] as const) {
      for (const slot of await around(site, date, 'full-day')) {
        expect(slot.date >= '2027-03-10' && slot.date <= '2027-05-08').toBe(true);
      }
    }
  });

  test('include the visitor’s own hold', async () => {
    const site = openSite();
    const ada = site.visitor();
    const id = await ada.holds({ claim: 'full' });
    expect(await nearestSlots(site, { date: DATE, service: 'full-day' }, id)).toContainEqual({
      date: DATE,
      claim: 'full',
    });
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

  test("leave out other visitors' holds, and keep the visitor's own", async () => {
    const site = openSite(ELEVEN);
    const ada = site.visitor();
    await ada.holds({ date: '2027-03-10', claim: 'am' });
    expect((await ada.nextOpen()).slots).toMatchObject({
      'half-day': { day: { date: '2027-03-10' }, claim: 'am' },
      'full-day': { day: { date: '2027-03-10' } },
    });
    expect((await site.visitor().nextOpen()).slots).toMatchObject({
      'half-day': { day: { date: '2027-03-10' }, claim: 'pm' },
      'full-day': { day: { date: '2027-03-11' } },
    });
  });

  test('are found weeks ahead, up to the last date of the window and not beyond it', async () => {
    const site = openSite(ELEVEN);
    const config = { ...site.config, bookingWindowDays: 20 };
    for (let days = 1; days < 20; days++) await site.visitor().holds({ date: addDays(TODAY, days), claim: 'full' });
    const last = { day: { date: addDays(TODAY, 20) } };
    expect((await nextOpen({ ...site, config }, null)).slots).toMatchObject({ 'half-day': last, 'full-day': last });
    await site.visitor().holds({ date: addDays(TODAY, 20), claim: 'am' });
    expect((await nextOpen({ ...site, config }, null)).slots).toMatchObject({ 'half-day': last, 'full-day': null });
    await site.visitor().holds({ date: addDays(TODAY, 20), claim: 'pm' });
    expect((await nextOpen({ ...site, config }, null)).slots).toEqual({ 'half-day': null, 'full-day': null });
  });
});
