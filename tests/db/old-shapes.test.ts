/** A log whose events are stored in every former shape (`tests/fixtures/old-shapes.json`), replayed by today's program. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dayOf } from '#db/projections/availability.ts';
import { type DomainEvent, currentVersion, eventShapes, upcast } from '#events/registry.ts';
import { tempFolder } from '../temp-folder.ts';
import { openIn } from './folder.ts';
import { type RawEvent, appendRaw } from './raw-events.ts';
import { readRows } from './rows.ts';

const OLD = JSON.parse(
  readFileSync(join(import.meta.dirname, '../fixtures/old-shapes.json'), 'utf8'),
) as readonly RawEvent[];

const shapeOf = ({ type }: RawEvent) => eventShapes[type as DomainEvent['type']];

/** The same events as today's program would store them. */
const today = OLD.map((event) => ({
  ...event,
  version: currentVersion(event.type as DomainEvent['type']),
  data: upcast(shapeOf(event), event.version, event.data) as RawEvent['data'],
}));

function folderWith(events: readonly RawEvent[]): string {
  const folder = tempFolder();
  appendRaw(folder, events);
  return folder;
}

test('the fixture has every former version of every event', () => {
  const former = Object.entries(eventShapes).flatMap(([type, { upcasts }]) =>
    upcasts.map((_, index) => `${type} ${index + 1}`),
  );
  expect(former.length).toBeGreaterThan(1);
  expect(OLD.map(({ type, version }) => `${type} ${version}`)).toEqual(expect.arrayContaining(former));
});

test('every projection replays old shapes to the rows of the same events in their current shapes', async () => {
  const old = openIn(folderWith(OLD));
  const rows = await readRows(old.store);
  const now = await readRows(openIn(folderWith(today)).store);
  // Persons are named by chance.
  const withoutPerson = (all: typeof rows) =>
    JSON.parse(JSON.stringify(all, (key, value: unknown) => (key === 'person' ? null : value))) as unknown;
  expect(withoutPerson(rows)).toEqual(withoutPerson(now));
  expect(rows.bookings).toMatchObject([
    { id: 'b1', status: 'completed', account: 'a1', name: 'Ben Ito', gate: '', captured: 29_900 },
    { id: 'b2', status: 'completed', account: null, name: 'Cleo Marsh' },
    { id: 'b3', status: 'no-show', account: null, captured: 49_900 },
  ]);
  expect(rows.users).toMatchObject([{ id: 'a1', name: 'Ada Reyes', role: 'admin' }]);
  expect(rows.payments).toHaveLength(3);
  const booked = { am: { kind: 'booked' }, pm: { kind: 'booked' } };
  expect(rows.availability.map(dayOf)).toMatchObject([booked, booked]);
});
