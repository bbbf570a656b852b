import { recorded } from '../../db/rows.ts';
import ICAL from 'ical.js';
import { describe, expect, test } from 'vitest';
import { bookingStream } from '#events/booking/booking.ts';
import { cancelBooking } from '#events/booking/changing.ts';
import { dayStream } from '#events/day.ts';
import { addDays } from '#shared/civil-date.ts';
import { DATE } from '../../events/facts.ts';
import { HOUR } from '../bookings/site.ts';
import { ADA, BEN, PASSWORD, books, openTown } from '../accounts/town.ts';

async function withFeed() {
  const town = openTown();
  const ada = await town.resident(ADA);
  expect(await ada.call('makeCalendarFeed', {})).toMatchObject({
    status: 200,
    redirect: '/app/admin/schedule/calendar',
    notice: 'calendar-feed-made',
  });
  const url = async () => (await ada.ask('calendarFeed')).body.url;
  /** The address as a calendar program reads it, without cookies. */
  const fetched = (address: string | null) => town.person().browser.request(new URL(address ?? '').pathname);
  const events = async () => {
    const text = await (await fetched(await url())).text();
    return new ICAL.Component(ICAL.parse(text) as unknown[])
      .getAllSubcomponents('vevent')
      .map((each) => new ICAL.Event(each));
  };
  return { town, ada, url, fetched, events };
}

describe('the calendar address of an admin', () => {
  test('has the visits, where and when they are, with what to know', async () => {
    const { town, events } = await withFeed();
    const id = await books(town, town.person(), BEN.email, { date: DATE, claim: 'am' });
    await town.person().browser.holds({ date: DATE, claim: 'pm' });
    const [event, ...others] = await events();
    expect(others).toEqual([]);
    expect(event?.uid).toBe(id);
    expect(event?.summary).toBe('Ben Ito, Ojai');
    expect(event?.location).toBe('9 Oak Rd, Ojai, CA');
    expect(event?.startDate.toString()).toBe(`${DATE}T07:00:00`);
    expect(event?.endDate.toString()).toBe(`${DATE}T12:00:00`);
    expect(event?.description).toContain('TV Mounting');
    expect(event?.description).toContain('Ring twice');
    expect(event?.description).toContain(`/app/admin/bookings/${id}`);
  });

  test('follows moves and cancellations', async () => {
    const { town, ada, events } = await withFeed();
    const id = await books(town, town.person(), BEN.email, { date: DATE, claim: 'am' });
    const to = { newDate: addDays(DATE, 1), newClaim: 'pm' } as const;
    expect(await ada.call('moveForCustomer', { eventId: id, date: DATE, claim: 'am', ...to })).toMatchObject({
      status: 200,
    });
    expect((await events()).map(({ startDate }) => startDate.toString())).toEqual([`${addDays(DATE, 1)}T13:00:00`]);
    await town.store.change({
      streams: { booking: bookingStream(id), day: dayStream(addDays(DATE, 1)) },
      decide: (states) =>
        cancelBooking(states, { booking: id, by: 'owner', now: town.clock.now(), timeZone: town.config.timeZone }),
      cause: { correlation: 'test' },
    });
    expect(await events()).toEqual([]);
  });

  test('gives the same bytes until a visit changes, and then a higher sequence and a later change', async () => {
    const { town, ada, url, fetched, events } = await withFeed();
    const id = await books(town, town.person(), BEN.email, { date: DATE, claim: 'am' });
    const read = async () => (await fetched(await url())).text();
    const places = async () =>
      (await events()).map(({ component, sequence }) => ({
        sequence,
        stamp: String(component.getFirstPropertyValue('dtstamp')),
        changed: String(component.getFirstPropertyValue('last-modified')),
      }));
    const first = await read();
    const [before] = await places();
    town.clock.advance(HOUR);
    expect(await read()).toBe(first);
    expect(before?.changed).toBe(before?.stamp);
    const to = { newDate: addDays(DATE, 1), newClaim: 'pm' } as const;
    await ada.call('moveForCustomer', { eventId: id, date: DATE, claim: 'am', ...to });
    const [after] = await places();
    expect(after?.sequence).toBe(1);
    expect(Date.parse(after?.changed ?? '')).toBe(Date.parse(before?.changed ?? '') + HOUR);
    expect(after?.stamp).toBe(after?.changed);
  });

  test('is sent to calendar programs alone: not kept by caches, and never listed', async () => {
    const { url, fetched } = await withFeed();
    const response = await fetched(await url());
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('x-robots-tag')).toBe('noindex');
  });

  test('stops when it is removed, with another password, and without the role', async () => {
    const { town, ada, url, fetched } = await withFeed();
    const removed = await url();
    expect(await ada.call('removeCalendarFeed', {})).toMatchObject({ notice: 'calendar-feed-removed' });
    expect(await url()).toBeNull();
    expect((await fetched(removed)).status).toBe(404);

    expect(await ada.call('makeCalendarFeed', {})).toMatchObject({ notice: 'calendar-feed-made' });
    const before = await url();
    expect(await ada.call('changePassword', { current: PASSWORD, password: 'nine kettles on a shelf' })).toMatchObject({
      status: 200,
    });
    expect(await url()).toBeNull();
    expect((await fetched(before)).status).toBe(404);

    await ada.call('makeCalendarFeed', {});
    const adas = await url();
    const ben = await town.resident(BEN);
    const [adaId, benId] = [await town.idOf(ADA.email), await town.idOf(BEN.email)];
    await ada.call('changeRole', { account: benId, role: 'admin' });
    await ada.call('changeRole', { account: adaId, role: 'user' });
    expect((await fetched(adas)).status).toBe(404);
    expect((await ben.ask('calendarFeed')).status).not.toBe(200);
    // The address of the first term is not good in the second.
    await ben.call('changeRole', { account: adaId, role: 'admin' });
    expect((await fetched(adas)).status).toBe(404);
  });

  test('wrong addresses are answered alike', async () => {
    const { fetched } = await withFeed();
    const wrong = ['https://x/calendar/x.ics', `https://x/calendar/${'A'.repeat(43)}.ics`, 'https://x/calendar/..ics'];
    const answers = await Promise.all(
      wrong.map(async (address) => {
        const response = await fetched(address);
        return [response.status, await response.text()];
      }),
    );
    expect(new Set(answers.map(String)).size).toBe(1);
    expect(answers[0]?.[0]).toBe(404);
  });

  test('is for admins only, and the log tells who made and removed it', async () => {
    const { town, ada } = await withFeed();
    const ben = await town.resident(BEN);
    expect((await ben.call('makeCalendarFeed', {})).status).toBe(403);
    expect((await ben.ask('calendarFeed')).status).toBe(403);
    await ada.call('removeCalendarFeed', {});
    await ada.call('removeCalendarFeed', {});
    const by = await town.idOf(ADA.email);
    const events = recorded(town.store, ['CalendarFeedMade', 'CalendarFeedRemoved']);
    expect(events.map(({ type, data }) => [type, data])).toEqual([
      ['CalendarFeedMade', { by }],
      ['CalendarFeedRemoved', { by }],
    ]);
  });
});
