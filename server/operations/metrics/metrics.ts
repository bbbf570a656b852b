import { type ELDHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import type { MiddlewareHandler } from 'hono';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { CommittedBatch } from '#db/store.ts';
import { eventShapes } from '#events/registry.ts';
import { RPC_PREFIX } from '#shared/calls/rpc.ts';

/** The first matching pattern counts; anything else is a page. Clients can't add label values. */
const ROUTES = Object.entries({
  probe: /^\/(?:healthz|readyz)$/,
  call: new RegExp(`^${RPC_PREFIX}`),
  notice: /^\/webhooks\//,
  photo: /^\/book(?:ing\/[^/]+)?\/photos(?:\/|$)/,
  link: /^\/(?:manage|calendar)\//,
  file: /\.[a-z0-9]{2,12}$/,
});

const REQUEST_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const COMMIT_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
const BATCH_SIZES = [1, 2, 4, 8, 16, 32, 64, 128, 256];

const DELAY_EVERY_MS = 20;

export class Metrics {
  readonly registry = new Registry();
  readonly #requests = this.counter(
    'halfday_requests_total',
    'Responses by kind of route and status',
    'route',
    'status',
  );
  readonly #requestSeconds = new Histogram({
    name: 'halfday_request_duration_seconds',
    help: 'Time from a request until its response begins',
    labelNames: ['route'],
    buckets: REQUEST_SECONDS,
    registers: [this.registry],
  });
  readonly #commitSeconds = new Histogram({
    name: 'halfday_commit_duration_seconds',
    help: 'Time of a transaction that records changes',
    buckets: COMMIT_SECONDS,
    registers: [this.registry],
  });
  readonly #commitChanges = new Histogram({
    name: 'halfday_commit_changes',
    help: 'Changes that were recorded in one transaction',
    buckets: BATCH_SIZES,
    registers: [this.registry],
  });
  readonly #events = this.counter('halfday_events_total', 'Events that this process recorded, by type', 'type');

  constructor() {
    for (const type of Object.keys(eventShapes)) this.#events.inc({ type }, 0);
    this.#measureDelay('p99', 'Delay of the event loop since the last scrape', (delay) => delay.percentile(99));
    this.#measureDelay('max', 'Longest delay of the event loop since the last scrape', (delay) => delay.max);
    this.gauge('process_resident_memory_bytes', 'Resident memory', () => process.memoryUsage.rss());
    const start = (Date.now() - performance.now()) / 1000;
    this.gauge('process_start_time_seconds', 'Start of the process since the epoch', () => start);
  }

  counter<Label extends string>(name: string, help: string, ...labelNames: Label[]): Counter<Label> {
    return new Counter({ name, help, labelNames, registers: [this.registry] });
  }

  gauge(name: string, help: string, read: () => number): void {
    const gauge: Gauge = new Gauge({ name, help, registers: [this.registry], collect: () => gauge.set(read()) });
  }

  /** Since the last scrape, in nanoseconds. */
  #measureDelay(name: string, help: string, read: (delay: ELDHistogram) => number): void {
    const delay = monitorEventLoopDelay({ resolution: DELAY_EVERY_MS });
    delay.enable();
    this.gauge(`halfday_event_loop_delay_${name}_seconds`, help, () => {
      // Node adds the resolution.
      const ms = delay.count === 0 ? 0 : read(delay) / 1e6 - DELAY_EVERY_MS;
      delay.reset();
      return Math.max(0, ms) / 1000;
    });
  }

  readonly countRequests: MiddlewareHandler = async (c, next) => {
    const start = performance.now();
    await next();
    const route = ROUTES.find(([, paths]) => paths.test(c.req.path))?.[0] ?? 'page';
    this.#requests.inc({ route, status: c.res.status });
    this.#requestSeconds.observe({ route }, (performance.now() - start) / 1000);
  };

  readonly countBatch = ({ ms, changes, events }: CommittedBatch): void => {
    this.#commitSeconds.observe(ms / 1000);
    this.#commitChanges.observe(changes);
    for (const { type } of events) this.#events.inc({ type });
  };
}
