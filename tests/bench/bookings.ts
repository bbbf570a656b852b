import { load, perSecond, withRawHttp } from './children.ts';
import { daysAhead } from './days-ahead.ts';
import { MANY_BOOK } from './holdings.ts';
import type { Measurement } from './measurement.ts';
import { processorTime } from './processor-time.ts';
import { rawLoop } from './raw-loop.ts';
import { withSettledServer } from './settling.ts';
import { withFolder } from './temp-folder.ts';

const CONNECTIONS = 32;

export const bookings: Measurement = {
  name: 'bookings',
  async run({ quick }) {
    const forMs = quick ? 500 : 5000;
    const raw = await withRawHttp(100, async (port, pid) => {
      const order = { port, connections: CONNECTIONS, forMs: forMs / 2, from: 0 };
      return processorTime(pid, { ...order, kind: { kind: 'hold', firstDate: daysAhead(7) } });
    });
    const http = perSecond(raw, 200);
    return withSettledServer(MANY_BOOK, async (server) => {
      const order = { port: Number(new URL(server.origin).port), connections: CONNECTIONS };
      const firstDate = daysAhead(7);
      // The first seconds compile.
      const warm = await load({ ...order, forMs: forMs / 2, from: 0, kind: { kind: 'hold', firstDate } });
      const floor = await withFolder((folder) => rawLoop(folder, forMs / 3));
      const pid = server.process.pid!;
      const booked = await processorTime(pid, { ...order, forMs, from: warm.next, kind: { kind: 'hold', firstDate } });
      const sameSlot = { ...order, from: 0, kind: { kind: 'same-slot', date: firstDate } } as const;
      // It answers the others first, and compiles.
      await load({ ...sameSlot, forMs: forMs / 4 });
      const refused = await processorTime(pid, { ...sameSlot, forMs: forMs / 2 });
      const bookingsPerSecond = perSecond(booked, 200);
      return [
        {
          title: `Bookings held over HTTP, ${CONNECTIONS} connections, a second`,
          floor: 'an insert and a commit for each row',
          figures: [
            { what: 'slot held and checkout opened', value: bookingsPerSecond, floor, aim: 'at least the floor' },
          ],
        },
        {
          title: `The same beside node:http alone, ${CONNECTIONS} connections, a second`,
          floor: 'node:http that reads the body and answers 100 bytes',
          figures: [
            { what: 'slot held and checkout opened', value: bookingsPerSecond, floor: http },
            { what: 'refused: the slot is taken', value: perSecond(refused, 409), floor: http, aim: '20,000' },
          ],
        },
        {
          title: 'Microseconds of processor for each answer, in all threads',
          floor: 'the same node:http',
          figures: [
            { what: 'slot held and checkout opened', value: booked.eachUs, floor: raw.eachUs, aim: 'at most 90' },
            { what: 'refused: the slot is taken', value: refused.eachUs, floor: raw.eachUs },
          ],
        },
        {
          title: 'Milliseconds until the answer',
          figures: [
            { what: 'held, median', value: booked.p50 },
            { what: 'held, 99th percentile', value: booked.p99 },
            { what: 'refused, 99th percentile', value: refused.p99 },
          ],
        },
      ];
    });
  },
};
