import { describe, expect, test } from 'vitest';
import { csvOf } from '#server/owner/routes/stats-file.ts';
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
