import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Change, Streams } from '#db/change.ts';
import type { Store } from '#db/store.ts';
import { type BookingEvent, type BookingState, CURRENCY, bookingOf, bookingStream } from '#events/booking/booking.ts';
import { dayStream } from '#events/day.ts';
import type { DomainEvent } from '#events/registry.ts';
import type { CivilDate } from '#shared/civil-date.ts';
import { PATIENCE_MS } from '#tests/patience.ts';
import { PERSONAL } from '../events/facts.ts';
import { IS_THOROUGH } from '../thorough.ts';
import { commands } from '../events/model/commands.ts';
import { Shop } from '../events/model/shop.ts';
import { type Entry, World } from '../events/model/world.ts';
import { CAUSE } from './changes.ts';
import { openIn } from './folder.ts';
import { logRows, readRows } from './rows.ts';

/** Whatever can happen to bookings, as the events it leaves. */
const histories = commands.map((steps) => {
  const world = new World();
  fc.modelRun(() => ({ model: new Shop(), real: world }), steps);
  return world;
});

/** Where the store is closed and opened again, people read, and a tick ends, in shares of the history. */
const interruptions = fc.array(fc.constantFrom('next tick', 'next tick', 'read', 'reopen'), { maxLength: 12 });

/** Records events of one stream as they are, with the person replaced by one who has a key. */
function recording({ stream, event }: Entry, persons: Map<string, string>): Change<Streams> {
  const streams = {
    it: stream.startsWith('day-') ? dayStream(stream.slice(4) as CivilDate) : bookingStream(bookingOf(stream)),
  };
  return {
    streams,
    decide(_, newPerson) {
      if (!('person' in event.data)) return { it: [event] };
      const person = persons.get(event.data.person) ?? newPerson;
      persons.set(event.data.person, person);
      return { it: [{ ...event, data: { ...event.data, person } }] };
    },
    cause: CAUSE,
  };
}

/** Plays a history into a folder, with interruptions, and resolves with the open store. */
async function play(
  world: World,
  breaks: readonly string[],
): Promise<{ store: Store; folder: string; close: () => void }> {
  let open = openIn();
  const persons = new Map<string, string>();
  const share = Math.max(1, Math.ceil(world.log.length / (breaks.length + 1)));
  let pending: Promise<unknown>[] = [];
  for (const [index, entry] of world.log.entries()) {
    pending.push(open.store.change(recording(entry, persons)));
    if ((index + 1) % share !== 0) continue;
    const what = breaks[(index + 1) / share - 1];
    await Promise.all(pending);
    pending = [];
    if (what === 'read') await readRows(open.store);
    if (what === 'reopen') {
      await open.close();
      open = openIn(open.folder);
    }
  }
  await Promise.all(pending);
  return open;
}

/** The rows that the world's own states call for. */
function expectedRows(world: World) {
  const dates = [...new Set(world.log.map(({ stream }) => stream).filter((stream) => stream.startsWith('day-')))];
  const availability = dates.sort().map((stream) => {
    const date = stream.slice('day-'.length) as CivilDate;
    const { am, pm } = world.day(date);
    return { date, units: JSON.stringify({ am, pm }) };
  });
  const sum = (events: readonly DomainEvent[], type: BookingEvent['type']) =>
    events
      .filter((event) => event.type === type)
      .reduce(
        (total, { data }) =>
          total + ('amount' in data && 'currency' in data && data.currency === CURRENCY ? data.amount : 0),
        0,
      );
  const bookings = [...world.bookings.keys()].sort().map((id) => {
    const events = world.log.filter(({ stream }) => stream === `booking-${id}`).map(({ event }) => event);
    const state: NonNullable<BookingState> = world.booking(id);
    const back = state.payments.filter(({ refund, currency }) => refund === 'succeeded' && currency === CURRENCY);
    return {
      id,
      status: state.status,
      date: state.date,
      service: state.service,
      price: state.price,
      expires_at: state.expiresAt,
      captured: sum(events, 'PaymentCaptured'),
      refunded: back.reduce((total, payment) => total + payment.amount, 0),
      name: PERSONAL.name,
      email: PERSONAL.email,
      phone: PERSONAL.phone,
      address: PERSONAL.address,
      notes: PERSONAL.notes,
    };
  });
  return { availability, bookings };
}

test('after any history of bookings, projections match the rules and equal rebuilt ones', async () => {
  await fc.assert(
    fc.asyncProperty(histories, interruptions, async (world, breaks) => {
      const { store, folder, close } = await play(world, breaks);
      const rows = await readRows(store);
      expect(rows).toMatchObject(expectedRows(world));
      expect(await store.rebuild(AbortSignal.timeout(PATIENCE_MS))).toBe(true);
      expect(await readRows(store)).toEqual(rows);
      expect(logRows(folder).map(({ stream, type }) => [stream, type])).toEqual(
        world.log.map(({ stream, event }) => [stream, event.type]),
      );
      expect(await store.verify(AbortSignal.timeout(PATIENCE_MS))).toMatchObject({ position: world.log.length });
      close();
    }),
    { numRuns: IS_THOROUGH ? 200 : 12 },
  );
}, 120_000);
