import { expect, onTestFinished, test } from 'vitest';
import { liveEvents } from '#server/owner/log-events.ts';
import type { EventsBatch, EventsFilter } from '#shared/owner/log-events.ts';
import { ADA, BEN, type Town, openTown } from '../accounts/town.ts';

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
