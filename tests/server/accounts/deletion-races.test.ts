import { recorded } from '../../db/rows.ts';
/** Races between the deletion of an account and its other requests. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { bookingStream } from '#events/booking/booking.ts';
import { PAGE } from '#server/bookings/access/booking-pages.ts';
import { addDays } from '#shared/civil-date.ts';
import { DATE, PERSONAL } from '../../events/facts.ts';
import { hold as storedHold } from '../../db/changes.ts';
import { openSite } from '../bookings/site.ts';
import { until } from '../workers/run.ts';
import { foundIn, settled } from './settled-town.ts';
import { ADA, BEN, openTown } from './town.ts';

const TYPED = { name: 'Benedict Ito', address: '77 Hidden Lane', notes: 'The spare key is under the fern' };

/** Forty-eight passwords are hashed. */
const MINUTES = { timeout: 120_000 };

function day(index: number) {
  return addDays(DATE, index);
}

describe('a hold of an account that is deleted', () => {
  test(
    'sixteen times over, holds that are sent until the deletion is answered are refused or forgotten',
    MINUTES,
    async () => {
      const town = openTown(() => openSite(undefined, { RATE_LIMIT: '0' }));
      await town.resident(ADA);
      const held: string[] = [];
      const refused: (string | undefined)[] = [];
      let next = 0;
      for (let race = 0; race < 16; race++) {
        const who = { ...BEN, email: `ben${race}@example.com` };
        const ben = await town.resident(who);
        const answered = new AbortController();
        const first = Promise.withResolvers<void>();
        const deletion = first.promise
          .then(() => ben.call('deleteAccount', { password: who.password }))
          .finally(() => answered.abort());
        const windows = [ben.browser.copy(), ben.browser.copy()];
        await Promise.all(
          windows.map(async (window) => {
            while (!answered.signal.aborted) {
              const each = window.copy();
              const answer = await each.hold({ ...TYPED, date: day(next++ % 40), claim: next % 2 ? 'am' : 'pm' });
              if (answer.status === 200) held.push((await town.sandbox.look(each.checkout))?.booking ?? '');
              else refused.push(answer.refusal);
              first.resolve();
              // Lets the deletion go on.
              await nextTurn();
            }
          }),
        );
        expect(await deletion).toMatchObject({ status: 200 });
      }
      expect(new Set(refused).difference(new Set(['slot-taken', 'session-ended', 'not-held']))).toEqual(new Set());
      expect(held.length).toBeGreaterThan(0);
      for (const id of held) {
        expect(await town.store.stateOf(bookingStream(id))).toMatchObject({
          isForgotten: true,
          account: expect.any(String),
        });
        expect(await town.row(id)).toMatchObject({ name: null, email: null, phone: null, address: null, notes: null });
      }
      const events = recorded(town.store, ['SlotHeld', 'HoldRevised']);
      expect(events.filter(({ data }) => 'personal' in data && data.personal !== null)).toEqual([]);
      expect(await foundIn(town, Object.values(TYPED))).toEqual([]);
    },
  );

  test('is released, and can no longer be paid', async () => {
    const { town, ben } = await settled();
    const id = await ben.browser.holds(TYPED);
    await ben.call('deleteAccount', { password: BEN.password });
    await until(async () => (await town.state(id))?.status === 'expired');
    expect(await ben.browser.pays()).toBe(false);
  });
});

test('bookings that guests make with the address until the account is deleted are forgotten', MINUTES, async () => {
  const { town, ben } = await settled();
  const EARLIER = 4 * PAGE;
  const personal = { ...PERSONAL, ...TYPED, email: BEN.email };
  const holdAsGuest = (index: number) =>
    town.store.change(storedHold(`guest-${10_000 - index}`, { date: day(index), personal }));
  await Promise.all(Array.from({ length: EARLIER }, (_, index) => holdAsGuest(index)));
  await holdAsGuest(EARLIER);
  const answered = new AbortController();
  const deletion = ben.call('deleteAccount', { password: BEN.password }).finally(() => answered.abort());
  // Each id comes before all earlier ones: where the bookings are listed page by page, the list has passed it.
  for (let next = EARLIER + 1; !answered.signal.aborted; next++) {
    await holdAsGuest(next);
    // Lets the deletion go on.
    await nextTurn();
  }
  expect(await deletion).toMatchObject({ status: 200 });
  const events = recorded(town.store, ['SlotHeld', 'AccountDeleted']);
  const before = events.slice(
    0,
    events.findIndex(({ type }) => type === 'AccountDeleted'),
  );
  expect(before.length).toBeGreaterThan(EARLIER);
  expect(before.filter(({ data }) => 'personal' in data && data.personal !== null)).toEqual([]);
});
