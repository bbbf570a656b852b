import { Agent, get } from 'node:http';

/** Sends requests at a given pace whether or not they are answered, as people come; and asks after the health meanwhile. */

export interface RushOrder {
  readonly port: number;
  readonly path: string;
  readonly perSecond: number;
  /** At first everyone is let in and worked off: looked at is what comes after so long. */
  readonly afterMs: number;
  readonly forMs: number;
}

export interface RushReport {
  /** Answers by status, a second. */
  readonly perSecond: Readonly<Record<number, number>>;
  /** Milliseconds that each probe of `/healthz` took, the shortest first. */
  readonly health: readonly number[];
}

const TICK_MS = 10;
const PROBE_MS = 25;

/** As a proxy in front of the server has them. */
const CONNECTIONS = 800;

const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
const HEADERS = { 'user-agent': 'Mozilla/5.0 Chrome/147.0.0.0 Safari/537.36', 'accept-encoding': 'br' };

/** Resolves with the status once the whole answer is there; with 0 when there is none. */
function ask(port: number, path: string, over: Agent): Promise<number> {
  return new Promise((resolve) => {
    const request = get({ port, path, host: '127.0.0.1', agent: over, headers: HEADERS }, (response) => {
      response.resume();
      response.on('close', () => resolve(response.statusCode ?? 0));
    });
    request.on('error', () => resolve(0));
  });
}

async function run({ port, path, perSecond, afterMs, forMs }: RushOrder): Promise<RushReport> {
  const statuses: Record<number, number> = {};
  const health: number[] = [];
  const begin = performance.now();
  const isCounted = () => performance.now() - begin >= afterMs;
  const askOnce = async () => {
    const status = await ask(port, path, agent);
    if (isCounted()) statuses[status] = (statuses[status] ?? 0) + 1;
  };
  let sent = 0;
  const sending = setInterval(() => {
    const due = ((performance.now() - begin) / 1000) * perSecond;
    for (; sent < due; sent++) void askOnce();
  }, TICK_MS);
  const probes = new Agent({ keepAlive: true });
  const probing = setInterval(() => {
    if (!isCounted()) return;
    const asked = performance.now();
    void ask(port, '/healthz', probes).then(() => health.push(performance.now() - asked));
  }, PROBE_MS);
  await new Promise((resolve) => void setTimeout(resolve, afterMs + forMs));
  clearInterval(sending);
  clearInterval(probing);
  const rates = Object.entries(statuses).map(([status, count]) => [status, count / (forMs / 1000)]);
  return { perSecond: Object.fromEntries(rates), health: health.toSorted((a, b) => a - b) };
}

process.once('message', (order: RushOrder) => {
  void run(order).then((report) => process.send?.(report, undefined, undefined, () => process.exit(0)));
});
