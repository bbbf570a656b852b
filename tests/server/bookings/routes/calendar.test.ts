import { expect, test } from 'vitest';
import { customer } from '../customer.ts';
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
