import { randomUUIDv7 } from 'node:crypto';
import { openStore } from '#db/open-store.ts';
import type { Store } from '#db/store.ts';
import { newBookingStream } from '#events/booking/booking.ts';
import { dayStream } from '#events/day.ts';
import { holdSlot } from '#events/booking/holding.ts';
import type { StreamType } from '#events/event.ts';
import type { BookingEventOf } from '#events/booking/booking.ts';
import { type Holding, holdings } from './holdings.ts';
import type { Figure, Measurement } from './measurement.ts';
import { rawLoop } from './raw-loop.ts';
import { withFolder } from './temp-folder.ts';

const CALLERS = [1, 16, 128];
const AIMS: Readonly<Record<string, string>> = {
  '16 bare': 'never below the floor',
  '16 hold': 'never below the floor',
  '128 bare': '100,000',
  '128 hold': '30,000',
};

/** A stream that no read model looks at. */
const bareType: StreamType<number, BookingEventOf<'CheckoutOpened'>> = {
  category: 'bare',
  initial: 0,
  evolve: (count) => count + 1,
};

type Append = (store: Store) => Promise<unknown>;

/** One event in a stream of its own: nothing personal, nothing unique, nothing to remember. */
const bare: Append = (store) => {
  const id = randomUUIDv7();
  const opened: BookingEventOf<'CheckoutOpened'> = {
    type: 'CheckoutOpened',
    data: { checkout: 'cs_0123456789abcdef', attempt: 1 },
  };
  return store.change({
    streams: { bare: { name: `bare-${id}`, type: bareType, isNew: true } },
    decide: () => ({ bare: [opened] }),
    cause: { correlation: id },
  });
};

/** A real hold: two events, one of them personal, in two streams, a unit guarded, a key remembered, two rows to read. */
function holding(free: Iterator<Holding, never>): Append {
  return (store) => {
    const { booking, request } = free.next().value;
    return store.change({
      streams: { booking: newBookingStream(booking), day: dayStream(request.date) },
      decide: (states, newPerson) => holdSlot(states, { ...request, person: newPerson }),
      cause: { correlation: booking },
      once: { key: `hold:${booking}`, body: JSON.stringify(request), answer: { booking }, authorize: () => null },
    });
  };
}

/** Events a second with so many callers, each asking for its next change when the last is acknowledged. */
async function eventsPerSecond(store: Store, callers: number, forMs: number, append: Append): Promise<number> {
  const before = store.position;
  const begin = performance.now();
  const call = async () => {
    while (performance.now() - begin < forMs) await append(store);
  };
  await Promise.all(Array.from({ length: callers }, call));
  return ((store.position - before) / (performance.now() - begin)) * 1000;
}

export const appends: Measurement = {
  name: 'appends',
  async run({ quick }) {
    const forMs = quick ? 300 : 3000;
    const figures = await withFolder(async (folder) => {
      const store = await openStore({ folder, now: Date.now });
      const kinds = { bare, hold: holding(holdings()) };
      const found: Figure[] = [];
      for (const callers of CALLERS) {
        for (const [kind, append] of Object.entries(kinds)) {
          // Anew beside each: a disk is not equally fast all the time.
          const floor = rawLoop(folder, forMs / 3);
          const value = await eventsPerSecond(store, callers, forMs, append);
          const what = `${callers} caller${callers > 1 ? 's' : ''}, ${kind === 'bare' ? 'bare' : 'every safety feature'}`;
          const aim = AIMS[`${callers} ${kind}`];
          found.push({ what, value, floor, ...(aim && { aim }) });
        }
      }
      store.close();
      return found;
    });
    return [
      { title: 'Events appended and acknowledged, a second', floor: 'an insert and a commit for each row', figures },
    ];
  },
};
