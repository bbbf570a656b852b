import { expect, test } from 'vitest';
import { withBatch } from '#client/owner/events/followed-events.tsx';
import type { LogEvent } from '#shared/owner/log-events.ts';

const event = (position: number): LogEvent => ({ position, stream: 's', type: 'T', version: 1, at: 0, facts: [] });
/** Events from one position down to another. */
const down = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, index) => event(from - index));

const PAGE = { events: down(3, 1), hasOlder: false, position: 3 };

test('new events come before those on the page', () => {
  const page = withBatch(PAGE, { position: 6, events: down(5, 4), isGap: false });
  expect(page).toEqual({ events: down(5, 1), hasOlder: false, position: 6 });
});

test('a line that comes twice adds nothing the second time', () => {
  const batch = { position: 5, events: down(5, 4), isGap: false };
  expect(withBatch(withBatch(PAGE, batch), batch)).toEqual(withBatch(PAGE, batch));
});

test('the list is bounded, and the rest is on older pages', () => {
  let page = { events: down(150, 1), hasOlder: false, position: 150 };
  page = { ...withBatch(page, { position: 200, events: down(200, 151), isGap: false }) } as typeof page;
  expect([page.events.length, page.hasOlder]).toEqual([200, false]);
  const after = withBatch(page, { position: 250, events: down(250, 201), isGap: false });
  expect([after.events.length, after.hasOlder, after.events.at(-1)?.position]).toEqual([200, true, 51]);
});

test('events that were left out are on older pages: the list has no gap', () => {
  const page = withBatch(PAGE, { position: 100, events: down(100, 51), isGap: true });
  expect(page).toEqual({ events: down(100, 51), hasOlder: true, position: 100 });
});
