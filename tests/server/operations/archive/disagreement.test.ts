import { expect, test } from 'vitest';
import { disagreementOf } from '#server/operations/archive/archive-plan.ts';

const EPOCH = { epoch: 1, shop: 'shop', key: 'key', after: { position: 0, hash: '' } };

/** An archive whose events 16 to 18 were deleted, beside a log of so many events. */
function withGap(events: number) {
  const behindGap = { key: 'segment', epoch: 1, first: 19, last: 80, previous: 'h18', head: 'h80' };
  const hashAt = (position: number) => (position <= events ? `h${position}` : null);
  return disagreementOf({ head: { position: 15, hash: 'h15' }, behindGap }, [EPOCH], {
    shop: 'shop',
    key: 'key',
    hashAt,
  });
}

test('an archive with a gap beside a log that has everything lacks events', () => {
  expect([withGap(80), withGap(120)]).toEqual(['gap', 'gap']);
});

test('a log that was restored up to the gap lacks events itself: its owner must hear that', () => {
  expect([withGap(15), withGap(79)]).toEqual(['log-behind', 'log-behind']);
});
