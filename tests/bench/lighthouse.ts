import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';
import { AREA_PATHS, WORK_PATHS } from '#shared/business/public-pages.ts';
import { FLAGS, findChromium } from '../e2e/chromium.ts';
import { freePort, startServer } from '../e2e/server.ts';
import type { Figure, Measurement } from './measurement.ts';
import { inTurns } from './rounds.ts';

/** Each kind of public page: pages about work and about cities are alike among themselves. */
const PATHS = ['/', '/services', '/pricing', '/areas', '/about', '/book', '/legal/terms', '/legal/privacy'];

/** Fetched by the first run, because it and its packages would be a sixth of what `npm ci` installs. */
const LIGHTHOUSE = 'lighthouse@13.5.0';

/** A live page never falls silent. */
const LONGEST_LOAD_MS = 10_000;

const LARGEST_REPORT_BYTES = 64 * 1024 * 1024;

const PLAIN = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Plain</title><h1>Plain</h1><p>${'Nothing but text. '.repeat(100)}</p></html>`;

/** What this measurement reads of a report. */
interface Report {
  readonly audits: Readonly<Record<string, { readonly numericValue?: number }>>;
  readonly categories: Readonly<Record<string, { readonly score: number | null }>>;
  readonly runtimeError?: { readonly message: string };
}

type Judged = {
  /** The lowest of its scores, of 100. */
  readonly lowest: number;
  readonly largestPaintMs: number;
  readonly blockedMs: number;
  readonly shift: number;
};

/** What Lighthouse says of a page on its slow phone. `port`: where the browser listens to developer tools. */
async function judge(url: string, port: number): Promise<Judged> {
  const flags = [`--port=${port}`, '--quiet', '--output=json', `--max-wait-for-load=${LONGEST_LOAD_MS}`];
  const words = ['--yes', LIGHTHOUSE, url, '--no-enable-error-reporting', ...flags];
  const { stdout } = await promisify(execFile)('npx', words, { maxBuffer: LARGEST_REPORT_BYTES });
  const { audits, categories, runtimeError } = JSON.parse(stdout) as Report;
  if (runtimeError) throw new Error(`Lighthouse failed for ${url}: ${runtimeError.message}`);
  const scores = Object.values(categories).map(({ score }) => Math.round((score ?? Number.NaN) * 100));
  const valueOf = (audit: string) => audits[audit]?.numericValue ?? Number.NaN;
  return {
    lowest: Math.min(...scores),
    largestPaintMs: valueOf('largest-contentful-paint'),
    blockedMs: valueOf('total-blocking-time'),
    shift: valueOf('cumulative-layout-shift'),
  };
}

/** A page of text alone. */
async function servePlain(): Promise<Server> {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(PLAIN);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return server;
}

export const lighthouseScores: Measurement = {
  name: 'lighthouse',
  async run({ quick }) {
    const times = quick ? 1 : 3;
    const paths = quick ? ['/'] : [...PATHS, ...WORK_PATHS.slice(0, 1), ...AREA_PATHS.slice(0, 1)];
    const plain = await servePlain();
    const server = await startServer({ LOG_LEVEL: 'warn', RATE_LIMIT: '0' });
    const port = await freePort();
    const args = [...FLAGS, `--remote-debugging-port=${port}`];
    const browser = await chromium.launch({ executablePath: await findChromium(), args });
    try {
      const floorUrl = `http://localhost:${(plain.address() as AddressInfo).port}/`;
      const urls = [floorUrl, ...paths.map((path) => server.origin + path)];
      const [floor, ...found] = await inTurns(times, urls, (url) => judge(url, port));
      const judged = paths.map((path, index) => [path, found[index]!] as const);
      const figures = (name: keyof Judged, aim: string): Figure[] =>
        judged.map(([what, each]) => ({ what, value: each[name], floor: floor![name], aim }));
      const ofPlain = 'a page of text alone';
      return [
        {
          title: 'Lighthouse on its slow phone, the lowest of the four scores',
          figures: judged.map(([what, { lowest }]) => ({ what, value: lowest, aim: '100' })),
        },
        {
          title: 'milliseconds until the largest paint',
          floor: ofPlain,
          figures: figures('largestPaintMs', 'below 1000'),
        },
        { title: 'milliseconds for which input had to wait', floor: ofPlain, figures: figures('blockedMs', '0') },
        { title: 'layout shift', floor: ofPlain, figures: figures('shift', '0') },
      ];
    } finally {
      await browser.close();
      await server.stop();
      plain.close();
    }
  },
};
