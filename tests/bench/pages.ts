import { projections } from '#db/projections/index.ts';
import { readModelFile } from '#db/read-models/read-model-files.ts';
import { addDays } from '#shared/civil-date.ts';
import { type RunningServer, startServer } from '../e2e/server.ts';
import { load, perSecond, withRawHttp, withRawRows } from './children.ts';
import { daysAhead } from './days-ahead.ts';
import type { Figure, Measured, Measurement } from './measurement.ts';
import { processorTime } from './processor-time.ts';

const CONNECTIONS = 32;
/** Slots are held meanwhile, each of another date or half of it. */
const HOLD_EVERY_MS = 100;

const BOOKING_PAGE = '/book';
const PAGES = { 'home page': '/', 'booking page': BOOKING_PAGE, 'pricing page': '/pricing', 'sign-in page': '/login' };
const AIMS: Readonly<Record<string, string>> = { '/': '0.5 of the floor', [BOOKING_PAGE]: '10,000' };
/** Pages that are rendered for each visitor. */
const RENDERED = { 'sign-up page': '/register', 'a page that does not exist': '/nowhere' };
/** As many days as one request asks for. */
const LOOK_DAYS = 30;

interface Bench {
  readonly server: RunningServer;
  readonly port: number;
  readonly forMs: number;
}

async function pagesPerSecond({ port, forMs }: Bench): Promise<Measured> {
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
    const aim = AIMS[path];
    const onTheWire = `${what}, ${(bytes / 1000).toFixed(1)} kB on the wire`;
    figures.push({ what: onTheWire, value, floor, ...(aim !== undefined && { aim }) });
    if (path !== BOOKING_PAGE) continue;
    const firstDate = daysAhead(7);
    const holds = { connections: 1, from: 0, pauseMs: HOLD_EVERY_MS, kind: { kind: 'hold', firstDate } } as const;
    const [busy, held] = await Promise.all([load({ ...order, port, kind }), load({ ...holds, port, forMs })]);
    const rate = perSecond(held, 200).toFixed(0);
    figures.push({ what: `${what}, while ${rate} slots a second are held`, value: perSecond(busy, 200), floor });
  }
  return {
    title: `Pages for a browser, ${CONNECTIONS} connections, a second`,
    floor: 'node:http that answers as many bytes from memory',
    figures,
  };
}

async function renderedPages({ server, port, forMs }: Bench): Promise<Measured> {
  const figures: Figure[] = [];
  for (const [what, path] of Object.entries(RENDERED)) {
    const order = { connections: CONNECTIONS, forMs, from: 0, kind: { kind: 'page', path } } as const;
    const { bytes } = await load({ ...order, port });
    const ours = await processorTime(server.process.pid!, { ...order, port });
    const raw = await withRawHttp(bytes, (rawPort, pid) => processorTime(pid, { ...order, port: rawPort }));
    figures.push({ what, value: ours.eachUs / 1000, floor: raw.eachUs / 1000, aim: 'at most 0.5' });
  }
  return {
    title: 'Pages rendered for each visitor, milliseconds of processor for one, in all threads',
    floor: 'node:http that answers as many bytes from memory',
    figures,
  };
}

async function callsPerSecond({ server, port, forMs }: Bench): Promise<Measured> {
  const date = daysAhead(7);
  const order = { connections: CONNECTIONS, forMs, from: 0, kind: { kind: 'look', date } } as const;
  await load({ ...order, port });
  const value = perSecond(await load({ ...order, port }), 200);
  const file = readModelFile(server.folder, projections.availability);
  const floor = await withRawRows({ file, from: date, to: addDays(date, LOOK_DAYS) }, async (raw) =>
    perSecond(await load({ ...order, port: raw }), 200),
  );
  return {
    title: `Calls, ${CONNECTIONS} connections, a second`,
    floor: 'node:http that reads the rows of these days by a prepared statement, and answers them',
    figures: [{ what: `availability of ${LOOK_DAYS} days`, value, floor, aim: '0.8 of the floor' }],
  };
}

export const pages: Measurement = {
  name: 'pages',
  async run({ quick }) {
    const server = await startServer({ LOG_LEVEL: 'warn', RATE_LIMIT: '0' });
    const bench = { server, port: Number(new URL(server.origin).port), forMs: quick ? 500 : 4000 };
    try {
      return [await pagesPerSecond(bench), await renderedPages(bench), await callsPerSecond(bench)];
    } finally {
      await server.stop();
    }
  },
};
