import { startServer } from '../e2e/server.ts';
import { load, perSecond, withRawHttp } from './children.ts';
import { daysAhead } from './days-ahead.ts';
import type { Figure, Measurement } from './measurement.ts';

const CONNECTIONS = 32;
/** Slots are held meanwhile, each of another date or half of it. */
const HOLD_EVERY_MS = 100;

const BOOKING_PAGE = '/book';
const PAGES = { 'home page': '/', 'booking page': BOOKING_PAGE, 'pricing page': '/pricing' };

export const pages: Measurement = {
  name: 'pages',
  async run({ quick }) {
    const forMs = quick ? 500 : 4000;
    const server = await startServer({ LOG_LEVEL: 'warn', RATE_LIMIT: '0' });
    try {
      const port = Number(new URL(server.origin).port);
      const order = { connections: CONNECTIONS, forMs, from: 0 };
      const figures: Figure[] = [];
      for (const [what, path] of Object.entries(PAGES)) {
        const kind = { kind: 'page', path } as const;
        // The first seconds compile.
        const { bytes } = await load({ ...order, port, forMs: forMs / 2, kind });
        const value = perSecond(await load({ ...order, port, kind }), 200);
        const floor = await withRawHttp(bytes, async (raw) =>
          perSecond(await load({ ...order, port: raw, forMs: forMs / 2, kind }), 200),
        );
        figures.push({ what: `${what}, ${(bytes / 1000).toFixed(1)} kB on the wire`, value, floor });
        if (path !== BOOKING_PAGE) continue;
        const firstDate = daysAhead(7);
        const holds = { connections: 1, from: 0, pauseMs: HOLD_EVERY_MS, kind: { kind: 'hold', firstDate } } as const;
        const [busy, held] = await Promise.all([load({ ...order, port, kind }), load({ ...holds, port, forMs })]);
        const rate = perSecond(held, 200).toFixed(0);
        figures.push({ what: `${what}, while ${rate} slots a second are held`, value: perSecond(busy, 200), floor });
      }
      return [
        {
          title: `Pages for a browser, ${CONNECTIONS} connections, a second`,
          floor: 'node:http that answers as many bytes from memory',
          figures,
        },
      ];
    } finally {
      await server.stop();
    }
  },
};
