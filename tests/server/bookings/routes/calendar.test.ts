import { expect, test } from 'vitest';
import { Customer, customer } from '../customer.ts';
import { openSite } from '../site.ts';
import { parsed } from '../visit/parsed.ts';

async function booked() {
  const site = openSite();
  const ada = site.visitor();
  const id = await ada.holds();
  await ada.pays();
  await ada.returns();
  return { site, ada, id };
}

test('the calendar file of a visit is public to every visitor who knows its id', async () => {
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

test('it has no personal data', async () => {
  const { site, id } = await booked();
  const file = (await (await site.app.request(`/book/calendar/${id}.ics`)).text()).replaceAll('\r\n ', '');
  for (const word of ['Ada', 'ada@', 'Anacapa', 'Dog', '805', 'Ojai', 'TV Mounting', '/manage/'])
    expect(file).not.toContain(word);
});

test('it is the same file each time', async () => {
  const { site, id } = await booked();
  const ask = async () => (await site.app.request(`/book/calendar/${id}.ics`)).text();
  const first = await ask();
  site.clock.advance(3_600_000);
  expect(await ask()).toBe(first);
});

test('a hold has no calendar file', async () => {
  const site = openSite();
  const id = await site.visitor().holds();
  expect((await site.app.request(`/book/calendar/${id}.ics`)).status).toBe(404);
});

test.each(['nobody', 'x'.repeat(65), '..%2F..%2Fetc', '%00'])('the id %s has no calendar file', async (id) => {
  const { app } = openSite();
  expect((await app.request(`/book/calendar/${id}.ics`)).status).toBe(404);
});

test('an impossible id redirects to the page of that id', async () => {
  const { app } = openSite();
  const locationOf = async (path: string) => (await app.request(path)).headers.get('location');
  const long = 'x'.repeat(65);
  expect(await locationOf(`/booking/${long}/calendar.ics`)).toBe(`/booking/${long}`);
  expect(await locationOf('/manage/no%20token/calendar.ics')).toBe('/manage/no%20token');
});

test('a browser with access gets the place, the work and the page’s URL, but no lasting link', async () => {
  const site = openSite();
  const ada = await customer(site);
  const { calendarPath } = await ada.sees();
  const response = await ada.visitor.request(calendarPath!);
  expect(response.headers.get('cache-control')).toBe('no-store');
  const visit = parsed(await response.text());
  expect(visit).toMatchObject({ uid: ada.id, method: 'PUBLISH', url: `http://localhost:3000/booking/${ada.id}` });
  expect(visit.location).toContain('Ojai');
  expect(visit.description).toContain('TV Mounting');
  expect(visit.description).toContain(`/booking/${ada.id}`);
  expect(visit.description).not.toContain(await ada.link());
});

test('a mail’s calendar link works without a session, until the visit is moved', async () => {
  const site = openSite();
  const ada = await customer(site);
  const old = await ada.link();
  const ask = (link: string) => site.visitor().request(`${link}/calendar.ics`);
  expect(parsed(await (await ask(old)).text()).url).toBe(`http://localhost:3000${old}`);
  await ada.moves('2027-03-20', 'pm');
  const spent = await ask(old);
  expect([spent.status, spent.headers.get('content-type')]).toEqual([410, 'text/plain; charset=UTF-8']);
  expect(await spent.text()).toContain('Our newest email about the visit');
  expect((await ada.visitor.request(`/booking/${ada.id}/calendar.ics`)).status).toBe(200);
  const moved = parsed(await (await ask(await ada.link())).text());
  expect(moved).toMatchObject({ starts: '2027-03-20T20:00:00.000Z', url: `http://localhost:3000${await ada.link()}` });
  const stranger = site.visitor();
  await stranger.request(old);
  expect((await stranger.request(`/booking/${ada.id}/calendar.ics`)).status).toBe(410);
  expect(site.lines.join('')).not.toContain(old.slice('/manage/'.length));
});

test('a visitor without access is redirected to the page that says so', async () => {
  const site = openSite();
  const ada = await customer(site);
  const eve = await customer(site, { claim: 'pm' });
  const asked = await new Customer(site, eve.visitor, ada.id).visitor.request(`/booking/${ada.id}/calendar.ics`);
  expect([asked.status, asked.headers.get('location')]).toEqual([303, `/booking/${ada.id}`]);
  expect(await asked.text()).toBe('');
  const made = await site.app.request(`/manage/${'A'.repeat(43)}/calendar.ics`);
  expect(made.status).toBe(303);
});

test('a canceled visit has no calendar file', async () => {
  const site = openSite();
  const ada = await customer(site);
  const link = await ada.link();
  await ada.cancels('refund');
  expect((await ada.visitor.request(`/booking/${ada.id}/calendar.ics`)).status).toBe(303);
  expect((await site.app.request(`${link}/calendar.ics`)).headers.get('location')).toBe(link);
});
