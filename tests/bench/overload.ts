import { startServer } from '../e2e/server.ts';
import { load, rush } from './children.ts';
import type { Measurement } from './measurement.ts';

const PATH = '/book';

export const overload: Measurement = {
  name: 'overload',
  async run({ quick }) {
    const forMs = quick ? 1000 : 8000;
    const server = await startServer({ LOG_LEVEL: 'fatal', RATE_LIMIT: '1000' });
    try {
      const port = Number(new URL(server.origin).port);
      const steady = { port, connections: 8, from: 0, kind: { kind: 'page', path: PATH } } as const;
      await load({ ...steady, forMs: forMs / 2 });
      const able = await load({ ...steady, forMs });
      const capacity = (able.statuses[200] ?? 0) / able.seconds;
      const { perSecond, health } = await rush({
        port,
        path: PATH,
        perSecond: 2 * capacity,
        afterMs: forMs / 2,
        forMs,
      });
      return [
        {
          title: 'The booking page at twice the load that can be carried, a second',
          floor: 'what can be carried: 8 connections, one request after another',
          figures: [
            { what: 'answered', value: perSecond[200] ?? 0, floor: capacity, aim: 'about the floor' },
            { what: 'sent away with 503', value: perSecond[503] ?? 0 },
          ],
        },
        {
          title: 'Milliseconds until /healthz answers meanwhile',
          figures: [
            { what: 'median', value: health[Math.floor(health.length / 2)] ?? 0 },
            { what: '99th percentile', value: health[Math.floor(health.length * 0.99)] ?? 0, aim: 'under 100' },
          ],
        },
      ];
    } finally {
      await server.stop();
    }
  },
};
