import { freePort } from '../e2e/server.ts';
import { startBuild, withServers } from './builds.ts';
import { answersIn, load } from './children.ts';
import type { BenchOptions, Figure, Measured, Measurement } from './measurement.ts';
import { type Prometheus, hasPrometheus, withPrometheus } from './prometheus.ts';
import { type RequestKind, daysAhead } from './programs/requests.ts';

/** Few enough that no request waits for another: the server can't see how long one waits in its socket. */
const PACE = { connections: 4, pauseMs: 20 };

interface Asked {
  readonly title: string;
  readonly route: 'page' | 'call';
  readonly kind: RequestKind;
}

/** Puts load on the server, and reads the same figures from Prometheus. */
async function measure(
  port: number,
  { query, scrapedAfter }: Prometheus,
  { title, route, kind }: Asked,
  forMs: number,
) {
  const series = `{route="${route}"}`;
  const requests = `halfday_requests_total{route="${route}",status="200"}`;
  const held = 'halfday_events_total{type="SlotHeld"}';
  await scrapedAfter(Date.now());
  const before = { requests: (await query(requests)) || 0, held: await query(held) };
  const start = Date.now();
  const report = await load({ port, forMs, from: 0, kind, ...PACE });
  const end = Date.now();
  await scrapedAfter(end);
  const now = { requests: await query(requests), held: await query(held) };
  const window = `[${Math.ceil((end - start) / 1000) + 2}s]`;
  const p99 = `histogram_quantile(0.99, rate(halfday_request_duration_seconds_bucket${series}${window}))`;
  const figures: Figure[] = [
    { what: 'requests', value: now.requests - before.requests, floor: answersIn(report) },
    {
      what: 'requests a second',
      value: await query(`rate(${requests}[${Math.floor(report.seconds)}s])`, end),
      floor: answersIn(report) / report.seconds,
    },
    { what: 'milliseconds, 99th percentile', value: 1000 * (await query(p99)), floor: report.p99 },
  ];
  if (kind.kind === 'hold')
    figures.push(
      { what: 'times held', value: now.held - before.held, floor: report.statuses[200] ?? 0 },
      {
        what: 'milliseconds of a commit, 99th percentile',
        value: 1000 * (await query(`histogram_quantile(0.99, rate(halfday_commit_duration_seconds_bucket${window}))`)),
      },
    );
  return { title, floor: 'the same by the bench, at its end of the connection', figures };
}

export const metrics: Measurement = {
  name: 'metrics',
  async run({ quick, builds }: BenchOptions): Promise<readonly Measured[]> {
    if (!hasPrometheus()) {
      console.log('no Prometheus: what it scrapes is left out');
      return [];
    }
    const metricsPort = await freePort();
    const start = (build: (typeof builds)[number]) => startBuild(build, { METRICS_PORT: String(metricsPort) });
    return withServers(builds.slice(0, 1), start, ([server]) =>
      withPrometheus(metricsPort, async (prometheus) => {
        const { port, price } = server!;
        const forMs = quick ? 5000 : 20_000;
        const page = {
          title: 'Pages, as Prometheus sees them',
          route: 'page',
          kind: { kind: 'page', path: '/' },
        } as const;
        const kind = { kind: 'hold', firstDate: daysAhead(7), price } as const;
        const hold = { title: 'Holds, as Prometheus sees them', route: 'call', kind } as const;
        return [await measure(port, prometheus, page, forMs), await measure(port, prometheus, hold, forMs)];
      }),
    );
  },
};
