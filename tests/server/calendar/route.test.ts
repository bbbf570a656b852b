import { expect, test } from 'vitest';
import { calendarRoute } from '#server/calendar/route.ts';
import { openSite } from '../bookings/site.ts';
import { parsed } from './parsed.ts';

async function booked() {
  const site = openSite();
  const ada = site.visitor();
  const id = await ada.holds();
  ada.pays();
  await ada.returns();
  return { site, ada, id };
}

test('anyone who knows the id of a visit can have it for their calendar', async () => {
  const { site, id } = await booked();
  const response = await site.app.request(`/book/calendar/${id}.ics`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="visit-2027-03-16.ics"');
  expect(response.headers.get('cache-control')).toBe('no-store');
  const visit = parsed(await response.text());
  expect(visit).toMatchObject({ uid: id, starts: '2027-03-16T14:00:00.000Z', location: null });
  expect(visit.url).toContain(`/book/confirmation?status=confirmed&service=half-day&eventId=${id}`);
});

test('it says nothing of the person', async () => {
  const { site, id } = await booked();
  const file = (await (await site.app.request(`/book/calendar/${id}.ics`)).text()).replaceAll('\r\n ', '');
  for (const word of ['Ada', 'ada@', 'Anacapa', 'Dog', '805', 'Ojai', 'TV']) expect(file).not.toContain(word);
});

test('it is the same file each time', async () => {
  const { site, id } = await booked();
  const ask = async () => (await site.app.request(`/book/calendar/${id}.ics`)).text();
  const first = await ask();
  site.clock.advance(3_600_000);
  expect(await ask()).toBe(first);
});

test('a hold is no visit yet', async () => {
  const site = openSite();
  const id = await site.visitor().holds();
  expect((await site.app.request(`/book/calendar/${id}.ics`)).status).toBe(404);
});

test.each(['nobody', 'x'.repeat(65), '..%2F..%2Fetc', '%00'])('there is no visit %s', async (id) => {
  const { store, config } = openSite();
  expect((await calendarRoute({ store, config }).request(`/book/calendar/${id}.ics`)).status).toBe(404);
});
