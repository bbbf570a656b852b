import { expect, test } from 'vitest';
import { withBatch } from '#client/owner/events/followed-events.tsx';
import type { LogEvent } from '#shared/owner/log-events.ts';

const event = (position: number): LogEvent => ({ position, stream: 's', type: 'T', version: 1, at: 0, facts: [] });
/** Events from one position down to another. */
const down = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, index) => event(from - index));

test('the list is bounded, and the rest is on older pages', () => {
  let page = { events: down(150, 1), hasOlder: false, position: 150 };
  page = { ...withBatch(page, { position: 200, events: down(200, 151), isGap: false }) } as typeof page;
  expect([page.events.length, page.hasOlder]).toEqual([200, false]);
  const after = withBatch(page, { position: 250, events: down(250, 201), isGap: false });
  expect([after.events.length, after.hasOlder, after.events.at(-1)?.position]).toEqual([200, true, 51]);
});
