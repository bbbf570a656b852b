import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SqliteCommitter } from '#db/engine/sqlite/committer.ts';
import { openSqlite } from '#db/engine/sqlite/sqlite.ts';
import { accountWithAddress, claimAddress } from '#db/queries/accounts/accounts.ts';
import { Vault } from '#db/engine/sqlite/event-log.ts';
import { newBookingStream } from '#events/booking/booking.ts';
import { dayStream } from '#events/day.ts';
import { Rejected } from '#shared/calls/refusals.ts';
import { DATE, NOW } from '../../../events/facts.ts';
import { CAUSE, day, hold, lapse, openMany, pay, sellAnyway, stumble } from '../../changes.ts';
import { openIn } from '../../folder.ts';
import { tempFolder } from '../../../temp-folder.ts';
import { commitsOf, countOf, logRows, readRows } from '../../rows.ts';

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}

test('changes of one tick share one transaction, and become visible together', async () => {
  const { store, folder } = openIn();
  await store.change(hold('first'));
  const before = commitsOf(folder);
  const seen: number[] = [];
  const changes = numbers(128).map(async (index) => {
    await store.change(hold(`b${index}`, { date: day(index + 1) }));
    seen.push(countOf(folder, 'events'));
  });
  expect(countOf(folder, 'events')).toBe(2);
  await Promise.all(changes);
  expect(commitsOf(folder) - before).toBe(1);
  expect(new Set(seen)).toEqual(new Set([258]));
});

test('a change is acknowledged after its COMMIT, with the projections caught up', async () => {
  const { store, folder } = openIn();
  const order: string[] = [];
  store.onCommit(() => order.push(`heard with ${countOf(folder, 'events')} events in the file`));
  await store.change(hold('b1')).then(() => order.push('acknowledged'));
  expect(order).toEqual(['heard with 2 events in the file', 'acknowledged']);
  expect((await readRows(store)).bookings).toMatchObject([{ id: 'b1', status: 'held' }]);
});

const mistakes = {
  'contradicts what is sold': () => sellAnyway('thief'),
  'fails in its decision': () => stumble('b9'),
  'fails while its state evolves': () => openMany('never-held', 2),
  'has personal data and no key for it': () => hold('b9', { date: day(9), person: 'nobody' }),
  'takes a stream that exists for new': () => ({
    ...openMany('taken', 1),
    streams: { booking: newBookingStream('taken') },
  }),
};

test.each(Object.entries(mistakes))(
  'a change that %s fails alone, and the others of its tick succeed',
  async (_, bad) => {
    const before = openIn();
    await before.store.change(hold('taken'));
    await before.close();
    const { store, folder } = openIn(before.folder);
    const outcomes = await Promise.allSettled([
      store.change(hold('b1', { date: day(1) })),
      store.change(bad() as ReturnType<typeof openMany>),
      store.change(hold('b2', { date: day(2) })),
      store.change(pay('b1', { date: day(1) })),
    ]);
    expect(outcomes.map((outcome) => outcome.status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
    expect(logRows(folder).map((row) => row.stream)).toEqual([
      'booking-taken',
      `day-${DATE}`,
      'booking-b1',
      `day-${day(1)}`,
      'booking-b2',
      `day-${day(2)}`,
      'booking-b1',
      'booking-b1',
      `day-${day(1)}`,
    ]);
    expect(countOf(folder, 'sold_units')).toBe(3);
    expect(store.position).toBe(9);
    expect(store.writeRefusal).toBeNull();
  },
);

test('a unit is sold once even when a rule would sell it twice', async () => {
  const { store, folder } = openIn();
  await store.change(hold('b1'));
  await expect(store.change(sellAnyway('b2'))).rejects.toThrow(`UnitsConfirmed of ${DATE} am contradicts what is sold`);
  const released = { type: 'UnitsReleased', data: { booking: 'b2', units: ['am'] } } as const;
  await expect(
    store.change({ streams: { day: dayStream(DATE) }, decide: () => ({ day: [released] }), cause: CAUSE }),
  ).rejects.toThrow('contradicts what is sold');
  expect(logRows(folder)).toHaveLength(2);
  await store.change(lapse('b1'));
  await store.change(sellAnyway('b2'));
  expect((await store.stateOf(dayStream(DATE))).am).toEqual({ kind: 'booked', booking: 'b2' });
});

test('a running change is committed and acknowledged when the store closes', async () => {
  const { store, folder, close } = openIn();
  const change = store.change(hold('b1'));
  await close();
  expect((await change).events).toHaveLength(2);
  expect(logRows(folder)).toHaveLength(2);
  await expect(store.change(hold('b2', { date: day(1) }))).rejects.toThrow('not open');
});

test('a failure after the COMMIT does not make the change happen again', async () => {
  const folder = tempFolder();
  await openIn(folder).close();
  const db = openSqlite(join(folder, 'halfday.db'));
  const onCommit = () => {
    throw new Error('a clumsy listener');
  };
  const committer = new SqliteCommitter({
    db,
    personalData: new Vault(db),
    jobSources: [],
    now: () => NOW,
    onFailure: () => {},
    project: () => [],
    onCommit,
  });
  const changes = [committer.change(hold('b1')), committer.change(hold('b2', { date: day(1) }))];
  await expect(committer.idle).rejects.toThrow('a clumsy listener');
  await Promise.all(changes);
  expect(logRows(folder)).toHaveLength(4);
  db.close();
});

test('writes are committed with the events of their change, or neither is', async () => {
  const { store } = openIn();
  const claim = (address: string) => () => claimAddress(store.db, address, address);
  await store.change({ ...hold('b1'), writes: claim('one') });
  const refused = store.change({
    ...hold('b2', { date: day(1) }),
    writes: () => [...claim('two')(), ...claimAddress(store.db, 'one', 'two')],
  });
  const decidedAgainst = store.change({ ...hold('b3'), writes: claim('three') });
  const contradicting = store.change({ ...sellAnyway('b4'), writes: claim('four') });
  const beside = store.change(hold('b5', { date: day(2) }));
  await expect(refused).rejects.toEqual(new Rejected('address-taken'));
  await expect(decidedAgainst).rejects.toEqual(new Rejected('slot-taken'));
  await expect(contradicting).rejects.toThrow('contradicts what is sold');
  expect((await beside).events).toHaveLength(2);
  expect(store.position).toBe(4);
  const accounts = ['one', 'two', 'three', 'four'].map((address) => accountWithAddress(store.db, address));
  expect(await Promise.all(accounts)).toEqual(['one', null, null, null]);
});
