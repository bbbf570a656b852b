import { expect, onTestFinished, test } from 'vitest';
import { liveEvents } from '#server/owner/live-events.ts';
import { referenceOf } from '#shared/booking/reference.ts';
import type { EventsBatch, EventsFilter } from '#shared/owner/log-events.ts';
import { ADA, BEN, type Town, books, openTown } from '../accounts/town.ts';

const SECOND = 1000;

/** A live view of the log after a position. */
function follow(town: Town, from: EventsFilter & { readonly after: number }) {
  const leaving = new AbortController();
  onTestFinished(() => leaving.abort());
  const lines = liveEvents(town, from, leaving.signal);
  const next = async () => (await lines.next()).value as EventsBatch | undefined;
  /** The next line, after this time has passed. */
  async function after(ms: number) {
    const line = next();
    await town.clock.idle();
    town.clock.advance(ms);
    return line;
  }
  return { next, after, leaving };
}

const positions = (batch: EventsBatch | undefined) => batch?.events.map(({ position }) => position);

test('a live view resumes after its last position, then shows what is recorded', async () => {
  const town = openTown();
  await town.resident(ADA);
  const { position } = town.store;
  const view = follow(town, { after: position - 1 });
  expect(positions(await view.next())).toEqual([position]);
  await town.resident(BEN);
  const batch = await view.after(SECOND);
  expect(batch?.position).toBe(town.store.position);
  expect(positions(batch)?.at(-1)).toBe(position + 1);
});

test('a live view of a type shows only that type, and resumes after what it left out', async () => {
  const town = openTown();
  await town.resident(ADA);
  const view = follow(town, { after: town.store.position, type: 'EmailVerified' });
  await view.next();
  await town.resident(BEN);
  const batch = await view.after(SECOND);
  expect(batch?.events.map(({ type }) => type)).toEqual(['EmailVerified']);
  expect(batch?.position).toBe(town.store.position);
});

test('a line has at most 50 events, the newest, and says that others were left out', async () => {
  const town = openTown();
  await town.resident(ADA);
  for (let index = 0; index < 30; index++) await town.resident({ ...BEN, email: `b${index}@example.com` });
  const batch = await follow(town, { after: 0 }).next();
  expect([batch?.events.length, batch?.isGap, batch?.events[0]?.position]).toEqual([50, true, town.store.position]);
});

test('a quiet log sends a heartbeat every 15 seconds', async () => {
  const town = openTown();
  await town.resident(ADA);
  const view = follow(town, { after: town.store.position });
  await view.next();
  const line = view.next();
  await town.clock.idle();
  town.clock.advance(SECOND);
  await town.clock.idle();
  town.clock.advance(15 * SECOND);
  expect(await line).toEqual({ position: town.store.position, events: [], isGap: false });
});

test('a live view of a booking’s reference shows its stream', async () => {
  const town = openTown();
  const id = await books(town, town.person(), BEN.email);
  await town.resident(ADA);
  const view = follow(town, { after: 0, stream: referenceOf(id) });
  const batch = await view.next();
  expect(new Set(batch?.events.map(({ stream }) => stream))).toEqual(new Set([`booking-${id}`]));
});
