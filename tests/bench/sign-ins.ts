import { setTimeout as delay } from 'node:timers/promises';
import { startServer } from '../e2e/server.ts';
import { rpcPath } from '#shared/calls/rpc.ts';
import { load } from './children.ts';
import type { Measurement } from './measurement.ts';

const AT_ONCE = 100;
const BETWEEN_RUSHES_MS = 1000;
const ADA = { name: 'Ada Reyes', email: 'ada@example.com', password: 'quiet otters paddle home' };

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

async function post(origin: string, name: 'register' | 'signIn', input: object): Promise<number> {
  const response = await fetch(origin + rpcPath(name), {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify(input),
  });
  await response.text();
  return response.status;
}

/** Milliseconds until a wrong password is answered. */
async function refusal(origin: string, email: string): Promise<number> {
  const begin = performance.now();
  const status = await post(origin, 'signIn', { email, password: 'not the password' });
  if (status !== 401) throw new Error(`a wrong password was answered with ${status}`);
  return performance.now() - begin;
}

/** Medians of refusals to a known and to an unknown address, asked in turn so that the machine's moods concern both. */
async function refusals(origin: string, count: number): Promise<{ known: number; unknown: number }> {
  const known: number[] = [];
  const unknown: number[] = [];
  for (let index = 0; index < count; index++) {
    known.push(await refusal(origin, ADA.email));
    unknown.push(await refusal(origin, 'nobody@example.com'));
  }
  return { known: median(known), unknown: median(unknown) };
}

/** Lets a hundred people sign in at once, and again a second after the responses. Resolves with the count of each status. */
async function rush(origin: string, signal: AbortSignal): Promise<Map<number, number>> {
  const credentials = { email: ADA.email, password: ADA.password };
  const statuses = new Map<number, number>();
  while (!signal.aborted) {
    const answers = Array.from({ length: AT_ONCE }, () => post(origin, 'signIn', credentials));
    for (const status of await Promise.all(answers)) statuses.set(status, (statuses.get(status) ?? 0) + 1);
    await delay(BETWEEN_RUSHES_MS);
  }
  return statuses;
}

/** How long a page takes people who read on meanwhile. */
function read(origin: string, forMs: number) {
  const order = { port: Number(new URL(origin).port), connections: 4, forMs, from: 0, pauseMs: 10 };
  return load({ ...order, kind: { kind: 'page', path: '/pricing' } });
}

export const signIns: Measurement = {
  name: 'sign-ins',
  async run({ quick }) {
    const server = await startServer({ LOG_LEVEL: 'warn', RATE_LIMIT: '0' });
    try {
      const { origin } = server;
      await post(origin, 'register', ADA);
      await refusals(origin, 10);
      const { known, unknown } = await refusals(origin, quick ? 10 : 500);
      const forMs = quick ? 500 : 5000;
      const alone = await read(origin, forMs);
      const rushing = new AbortController();
      const answers = rush(origin, rushing.signal);
      const rushed = await read(origin, forMs);
      rushing.abort();
      const served = [...(await answers)].map(([status, count]) => `${count} answered ${status}`).join(', ');
      return [
        {
          title: 'Milliseconds until a wrong password is refused, medians',
          figures: [
            { what: 'known address', value: known },
            { what: 'unknown address', value: unknown },
            { what: 'difference', value: Math.abs(known - unknown), aim: 'under 2' },
          ],
        },
        {
          title: `Milliseconds until the pricing page is there while ${AT_ONCE} sign in at once, once and again (${served})`,
          floor: 'nobody signs in',
          figures: [
            { what: 'median', value: rushed.p50, floor: alone.p50 },
            { what: '99th percentile', value: rushed.p99, floor: alone.p99, aim: 'under 50' },
          ],
        },
      ];
    } finally {
      await server.stop();
    }
  },
};
