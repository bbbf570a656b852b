import { expect, test } from 'vitest';
import { requestLinks } from '#events/booking/messaging.ts';
import { confirmed, held } from '../facts.ts';
import { type Past, given } from '../given.ts';

const NOW = 1_000_000;
const MINUTE = 60_000;

/** What is recorded when links are asked for after these facts. */
function asked(...past: Past[]) {
  return requestLinks(given(...past).state, NOW).booking;
}

function askedAt(at: number): Past {
  return { booking: [{ type: 'LinksRequested', data: { askedAt: at } }] };
}

const booked = [held('am'), confirmed('am')];

test('the links of a paid booking are sent when they are asked for', () => {
  expect(asked(...booked)).toEqual([{ type: 'LinksRequested', data: { askedAt: NOW } }]);
});

test('not again within two minutes', () => {
  expect(asked(...booked, askedAt(NOW - 2 * MINUTE + 1))).toEqual([]);
  expect(asked(...booked, askedAt(NOW - 2 * MINUTE))).toHaveLength(1);
});
