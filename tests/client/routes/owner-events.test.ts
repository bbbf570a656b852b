import { expect, test } from 'vitest';
import { OLIVES_SESSION } from '../owner/olive.ts';
import { rendered } from './rendered.ts';

/** The page of the log as the server sends it when no event is found. */
async function emptyPage(search: string) {
  const logEvents = async () => ({ events: [], hasOlder: false, position: 0, types: [] });
  const page = await rendered(`/app/admin/events${search}`, null, { session: async () => OLIVES_SESSION, logEvents });
  expect(page.faults).toEqual([]);
  return page.text;
}

test('days in the wrong order are named as the mistake; otherwise nothing was found', async () => {
  const swapped = await emptyPage('?from=2027-03-09&to=2027-03-01');
  expect(swapped).toContain('The first day is after the last one');
  expect(swapped).not.toContain('No events found');
  expect(await emptyPage('?from=2027-03-01&to=2027-03-09')).toContain('No events found');
});
