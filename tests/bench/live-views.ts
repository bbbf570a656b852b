import { STREAM_LIMITS } from '#server/web/limits/open-streams.ts';
import { startServer } from '../e2e/server.ts';
import { load, perSecond, withLiveViews } from './children.ts';
import { daysAhead } from './days-ahead.ts';
import type { Measurement } from './measurement.ts';

const VIEWS = STREAM_LIMITS.inAll;
const CHANGE_EVERY_MS = 1000;

/** What another visitor asks for meanwhile, and how often. */
const VISITOR = { connections: 1, from: 0, pauseMs: 20, kind: { kind: 'page', path: '/book' } } as const;

export const liveViews: Measurement = {
  name: 'live-views',
  async run({ quick }) {
    const forMs = quick ? 2000 : 15_000;
    const server = await startServer({ LOG_LEVEL: 'warn', RATE_LIMIT: '1000', TRUSTED_PROXY: 'forwarded-for' });
    try {
      const port = Number(new URL(server.origin).port);
      // The first seconds compile.
      await load({ ...VISITOR, port, forMs: forMs / 2 });
      return await withLiveViews(port, VIEWS, async (countLines) => {
        const quiet = await load({ ...VISITOR, port, forMs });
        const before = await countLines();
        const kind = { kind: 'hold', firstDate: daysAhead(7) } as const;
        const [busy, changes] = await Promise.all([
          load({ ...VISITOR, port, forMs }),
          load({ port, connections: 1, forMs, from: 0, pauseMs: CHANGE_EVERY_MS, kind }),
        ]);
        const heard = ((await countLines()) - before) / VIEWS;
        return [
          {
            title: `Milliseconds until a visitor has the booking page while ${VIEWS} live views hear of a change a second`,
            floor: 'the same while nothing changes',
            figures: [
              { what: 'median', value: busy.p50, floor: quiet.p50 },
              { what: '99th percentile', value: busy.p99, floor: quiet.p99, aim: 'under twice the floor' },
            ],
          },
          {
            title: 'What the views heard',
            figures: [
              { what: 'changes a second', value: perSecond(changes, 200) },
              { what: 'lines of a view, a second', value: (heard * 1000) / forMs },
            ],
          },
        ];
      });
    } finally {
      await server.stop();
    }
  },
};
