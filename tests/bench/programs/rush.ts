/** Sends requests at a given pace whether or not they are answered, as people come; and asks after the health meanwhile. */
import { Agent, get } from 'node:http';

export interface RushOrder {
  readonly port: number;
  readonly path: string;
  readonly perSecond: number;
  /** Whether each request has a connection of its own; else they share those that a proxy would keep. */
  readonly isOverNew: boolean;
  /** At first every request is let in and worked off: what comes after so long is measured. */
  readonly afterMs: number;
  readonly forMs: number;
}

export interface RushReport {
  /** Responses a second by status; status 0 for requests without one. */
  readonly perSecond: Readonly<Record<number, number>>;
  /** Milliseconds that each probe of `/healthz` took over a kept connection and over a new one, the shortest first. */
  readonly healthOverKept: readonly number[];
  readonly healthOverNew: readonly number[];
}

const TICK_MS = 10;
const PROBE_MS = 25;
/** A probe without an answer counts as one that took so long, or longer. */
const PATIENCE_MS = 10_000;

/** As a proxy in front of the server has them. */
const CONNECTIONS = 800;
const PROBED_CONNECTIONS = 8;

const HEADERS = { 'user-agent': 'Mozilla/5.0 Chrome/147.0.0.0 Safari/537.36', 'accept-encoding': 'br' };

/** Resolves with the status once the whole answer is there; with 0 when there is none. */
function ask(port: number, path: string, agent: Agent, signal?: AbortSignal): Promise<number> {
  return new Promise((resolve) => {
    const request = get({ port, path, host: '127.0.0.1', agent, headers: HEADERS, signal }, (response) => {
      response.resume();
      response.on('error', () => resolve(0));
      response.on('close', () => resolve(response.complete ? (response.statusCode ?? 0) : 0));
    });
    request.on('error', () => resolve(0));
  });
}

/** Asks after the health until it is told to stop; resolves with the milliseconds of each answer, the shortest first. */
function probe(port: number, agent: Agent): () => Promise<number[]> {
  const probes: Promise<number>[] = [];
  const timer = setInterval(() => {
    const asked = performance.now();
    const answered = ask(port, '/healthz', agent, AbortSignal.timeout(PATIENCE_MS));
    probes.push(answered.then((status) => (status === 200 ? performance.now() - asked : PATIENCE_MS)));
  }, PROBE_MS);
  return async () => {
    clearInterval(timer);
    return (await Promise.all(probes)).toSorted((a, b) => a - b);
  };
}

function after(ms: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, ms));
}

async function run({ port, path, perSecond, isOverNew, afterMs, forMs }: RushOrder): Promise<RushReport> {
  const kept = new Agent({ keepAlive: true });
  await Promise.all(Array.from({ length: PROBED_CONNECTIONS }, () => ask(port, '/healthz', kept)));
  const agent = isOverNew ? new Agent() : new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const statuses: Record<number, number> = {};
  const begin = performance.now();
  let isCounted = false;
  const askOnce = async () => {
    const status = await ask(port, path, agent);
    if (isCounted) statuses[status] = (statuses[status] ?? 0) + 1;
  };
  let sent = 0;
  const sending = setInterval(() => {
    const due = ((performance.now() - begin) / 1000) * perSecond;
    for (; sent < due; sent++) void askOnce();
  }, TICK_MS);
  await after(afterMs);
  isCounted = true;
  const counted = performance.now();
  const overKept = probe(port, kept);
  const overNew = probe(port, new Agent());
  await after(forMs);
  isCounted = false;
  const seconds = (performance.now() - counted) / 1000;
  // The load goes on until the last probe is answered.
  const [healthOverKept, healthOverNew] = await Promise.all([overKept(), overNew()]);
  clearInterval(sending);
  const rates = Object.entries(statuses).map(([status, count]) => [status, count / seconds]);
  return { perSecond: Object.fromEntries(rates), healthOverKept, healthOverNew };
}

process.once('message', (order: RushOrder) => {
  void run(order).then((report) => process.send?.(report, undefined, undefined, () => process.exit(0)));
});
