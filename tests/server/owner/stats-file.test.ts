import { describe, expect, test } from 'vitest';
import { csvOf } from '#server/owner/routes/stats-file.ts';
import { STATS_TABLES } from '#shared/owner/stats-tables.ts';
import { DATE } from '../../events/facts.ts';
import { ADA, BEN, books, openTown } from '../accounts/town.ts';

async function shop() {
  const town = openTown();
  const ada = await town.resident(ADA);
  const ben = await town.resident(BEN);
  await books(town, town.person(), BEN.email, { date: DATE, claim: 'am' });
  return { town, ada, ben };
}

test('a table is downloaded as a file of comma-separated values', async () => {
  const { ada } = await shop();
  const response = await ada.browser.request('/app/admin/stats/bookings.csv');
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="bookings.csv"');
  expect(response.headers.get('cache-control')).toBe('no-store');
  const lines = (await response.text()).split('\r\n');
  expect(lines.slice(0, 2)).toEqual(['State,Bookings', 'Booked,1']);
  expect(lines.at(-1)).toBe('');
});

test('only what was canceled late or paid late is named refunded', async () => {
  const { ada } = await shop();
  const table = await (await ada.browser.request('/app/admin/stats/bookings.csv')).text();
  const names = table.split('\r\n').slice(1, -1);
  expect(names.filter((line) => line.includes('efunded'))).toEqual(['"Canceled or paid late, refunded",0']);
  expect(names).toContain('Canceled,0');
});

test('a download shows the month that was asked for', async () => {
  const { ada } = await shop();
  const response = await ada.browser.request('/app/admin/stats/revenue-by-day.csv?month=2026-02');
  const lines = (await response.text()).trimEnd().split('\r\n');
  expect(lines).toHaveLength(29);
  expect(lines[1]).toBe('2026-02-01,0,0,0');
});

test('every table can be downloaded', async () => {
  const { ada } = await shop();
  for (const name of STATS_TABLES) {
    expect((await ada.browser.request(`/app/admin/stats/${name}.csv`)).status).toBe(200);
  }
  expect((await ada.browser.request('/app/admin/stats/secrets.csv')).status).toBe(404);
});

test('only an admin gets a table', async () => {
  const { town, ben } = await shop();
  for (const person of [ben, town.person()]) {
    const response = await person.browser.request('/app/admin/stats/users.csv');
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe('/login?reset=session&redirect=%2Fapp%2Fadmin%2Fstats');
  }
});

describe('a text that spreadsheets would run', () => {
  test.each(['=1+1', '+1', '-1', '@A1', '\t=1', '\r=1'])('begins with an apostrophe: %j', (text) => {
    const csv = csvOf({
      title: 'T',
      columns: [
        { title: 'Name', unit: 'text' },
        { title: 'Net', unit: 'cents' },
      ],
      rows: [[text, -29_950]],
    });
    const cell = `'${text}`;
    expect(csv).toBe(`Name,Net\r\n${text.includes('\r') ? `"${cell}"` : cell},-299.5\r\n`);
  });
});

test('commas and quotes in a cell are quoted', () => {
  const csv = csvOf({ title: 'T', columns: [{ title: 'Name', unit: 'text' }], rows: [['Refunded, "again"']] });
  expect(csv).toBe('Name\r\n"Refunded, ""again"""\r\n');
});
