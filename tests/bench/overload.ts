import { startServer } from '../e2e/server.ts';
import { load, rush } from './children.ts';
import type { Measured, Measurement } from './measurement.ts';
import type { RushOrder, RushReport } from './programs/rush.ts';

const PATH = '/book';

interface Rush extends Omit<RushOrder, 'isOverNew' | 'perSecond'> {
  /** Pages a second that can be carried. */
  readonly capacity: number;
}

function percentile(times: readonly number[], share: number): number {
  return times[Math.floor(times.length * share)] ?? Infinity;
}

function figures(over: string, capacity: number, report: RushReport): Measured[] {
  const { perSecond, healthOverKept, healthOverNew } = report;
  return [
    {
      title: `The booking page at twice the load that can be carried, over ${over}, a second`,
      floor: 'what can be carried: 8 connections, one request after another',
      figures: [
        { what: 'answered', value: perSecond[200] ?? 0, floor: capacity, aim: 'about the floor' },
        { what: 'sent away with 503', value: perSecond[503] ?? 0 },
        { what: 'without an answer', value: perSecond[0] ?? 0, aim: '0' },
      ],
    },
    {
      title: 'Milliseconds until /healthz answers meanwhile',
      figures: [
        { what: 'over a kept connection, median', value: percentile(healthOverKept, 0.5) },
        { what: 'over a kept connection, 99th percentile', value: percentile(healthOverKept, 0.99), aim: 'under 100' },
        { what: 'over a new connection, median', value: percentile(healthOverNew, 0.5) },
        { what: 'over a new connection, 99th percentile', value: percentile(healthOverNew, 0.99), aim: 'under 250' },
      ],
    },
  ];
}

async function measure({ capacity, ...rushing }: Rush, isOverNew: boolean): Promise<Measured[]> {
  const report = await rush({ ...rushing, perSecond: 2 * capacity, isOverNew });
  return figures(isOverNew ? 'new connections' : 'kept connections', capacity, report);
}

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
      const rushing = { port, path: PATH, capacity, afterMs: forMs / 2, forMs };
      return [...(await measure(rushing, false)), ...(await measure(rushing, true))];
    } finally {
      await server.stop();
    }
  },
};
