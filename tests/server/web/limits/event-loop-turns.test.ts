import { expect, test } from 'vitest';
import { type Turn, Turns } from '#server/web/limits/event-loop-turns.ts';
import { rpcPath } from '#shared/calls/rpc.ts';
import { type Site, openSite } from '../../bookings/site.ts';
import { from } from '../../bookings/visitor.ts';

const UNDER_WAY = 24;
const MOST_WAITING = 1000;

/**
 * Admission control over a manual event loop. Each request's work takes `workMs`, and the process is suspended for `lookMs`
 * before each read of the clock.
 */
function open({ workMs = 0, lookMs = 0 } = {}) {
  const clock = { now: 0 };
  const due: (() => void)[] = [];
  const sentAway: number[] = [];
  const admission = new Turns({
    now: () => (clock.now += lookMs),
    afterRound: (run) => void due.push(run),
    afterThis: (run) => {
      clock.now += workMs;
      run();
    },
    later: (run) => void due.push(run),
    onSentAway: () => void sentAway.push(clock.now),
  });
  const turns = {
    take: (group = 'one network', customer: string | null = null) =>
      admission.take({ customerOf: () => customer, groupOf: () => group }),
    end: (turn: Turn) => admission.end(turn),
  };
  const comeRound = () => {
    for (const run of due.splice(0)) run();
  };
  return { turns, clock, comeRound, sentAway };
}

function taken(turn: ReturnType<Turns['take']>): Turn {
  if (turn === null || turn instanceof Promise) throw new Error('had to wait');
  return turn;
}

/** The results of waiting requests, as far as they are known. */
async function outcomes(waiting: readonly ReturnType<Turns['take']>[]): Promise<(Turn | null | 'waits')[]> {
  const pending = Promise.resolve('waits' as const);
  return Promise.all(waiting.map((turn) => Promise.race([turn, pending])));
}

test('a request that arrives at an idle server starts at once', () => {
  const { turns } = open();
  for (let time = 0; time < 1000; time++) {
    const turn = turns.take();
    expect(turn).toEqual({ since: 0 });
    turns.end(taken(turn));
  }
});

test('a request after a turn’s share of work waits for the next turn', async () => {
  const { turns, clock, comeRound } = open();
  turns.end(taken(turns.take()));
  clock.now = 10;
  const late = turns.take();
  expect(await outcomes([late])).toEqual(['waits']);
  comeRound();
  expect(await outcomes([late])).toEqual([{ since: 10 }]);
});

test('a limited number runs at once; the others start as those end, in order of arrival', async () => {
  const { turns, clock, comeRound } = open();
  const first = Array.from({ length: UNDER_WAY }, () => taken(turns.take()));
  const others = [1, 2, 3].map((now) => {
    clock.now = now;
    return turns.take();
  });
  clock.now = 4;
  comeRound();
  expect(await outcomes(others)).toEqual(['waits', 'waits', 'waits']);
  turns.end(first[0]!);
  comeRound();
  expect(await outcomes(others)).toEqual([{ since: 4 }, 'waits', 'waits']);
});

test('many short requests start in the same turn', async () => {
  const { turns, comeRound } = open();
  const first = Array.from({ length: UNDER_WAY }, () => taken(turns.take()));
  const waiting = Array.from({ length: UNDER_WAY }, () => turns.take());
  for (const turn of first) turns.end(turn);
  comeRound();
  expect(await outcomes(waiting)).toEqual(waiting.map(() => ({ since: 0 })));
});

test('of long requests, one starts per turn', async () => {
  const { turns, comeRound } = open({ workMs: 3 });
  const first = Array.from({ length: UNDER_WAY }, () => taken(turns.take()));
  const waiting = [1, 2, 3, 4, 5].map(() => turns.take());
  for (const turn of first) turns.end(turn);
  comeRound();
  expect(await outcomes(waiting)).toEqual([{ since: 0 }, 'waits', 'waits', 'waits', 'waits']);
  comeRound();
  expect(await outcomes(waiting)).toEqual([{ since: 0 }, { since: 3 }, 'waits', 'waits', 'waits']);
});

test('waiting requests start also when the process was suspended during their turn', async () => {
  const { turns, comeRound } = open({ lookMs: 3 });
  const first = Array.from({ length: 4 }, () => taken(turns.take()));
  const waiting = turns.take();
  for (const turn of first) turns.end(turn);
  comeRound();
  expect(await outcomes([waiting])).toEqual([{ since: expect.any(Number) as number }]);
});

test('a network with many requests waits for itself: another network’s request comes before its second', async () => {
  const { turns, comeRound } = open({ workMs: 3 });
  const first = Array.from({ length: UNDER_WAY }, () => taken(turns.take()));
  const flood = Array.from({ length: 100 }, () => turns.take('many'));
  const visitor = turns.take('a visitor');
  for (const turn of first) turns.end(turn);
  comeRound();
  expect(await outcomes([flood[0]!, visitor])).toEqual([{ since: 0 }, 'waits']);
  comeRound();
  expect(await outcomes([visitor, flood[1]!])).toEqual([{ since: 3 }, 'waits']);
  comeRound();
  expect(await outcomes([flood[1]!, flood[2]!])).toEqual([{ since: 6 }, 'waits']);
});

test('known customers wait in a line of their own: strangers of however many networks delay them by one request each', async () => {
  const { turns, comeRound } = open({ workMs: 3 });
  const first = Array.from({ length: UNDER_WAY }, () => taken(turns.take()));
  const strangers = Array.from({ length: MOST_WAITING }, (_, index) => turns.take(`network ${index}`));
  const ann = [turns.take('network a', 'ann'), turns.take('network b', 'ann')];
  const ben = turns.take('network c', 'ben');
  for (const turn of first) turns.end(turn);
  const order: unknown[] = [];
  const asked = [ann[0]!, strangers[0]!, ben, strangers[1]!, ann[1]!, strangers[2]!];
  for (let round = 0; round < asked.length; round++) {
    comeRound();
    order.push((await outcomes(asked)).filter((outcome) => outcome !== 'waits').length);
  }
  expect(order).toEqual([1, 2, 3, 4, 5, 6]);
  expect(await outcomes([strangers[3]!])).toEqual(['waits']);
});

test('when too many wait, the last request of the network with most gives way to one of another network', async () => {
  const { turns } = open();
  for (let count = 0; count < UNDER_WAY; count++) void turns.take();
  const flood = Array.from({ length: MOST_WAITING }, () => turns.take('many'));
  const visitor = turns.take('a visitor');
  expect(await outcomes([visitor, flood.at(-1)!, flood.at(-2)!])).toEqual(['waits', null, 'waits']);
  expect(turns.take('many')).toBeNull();
});

test('no request overtakes a waiting one', async () => {
  const { turns, comeRound } = open();
  const first = Array.from({ length: UNDER_WAY }, () => taken(turns.take()));
  const waiting = turns.take();
  for (const turn of first) turns.end(turn);
  const next = turns.take();
  expect(await outcomes([waiting, next])).toEqual(['waits', 'waits']);
  comeRound();
  expect(await outcomes([waiting, next])).toEqual([{ since: 0 }, { since: 0 }]);
});

test('a request that waits for a slow payment provider delays no other request', async () => {
  const { turns, clock, comeRound } = open();
  for (let count = 0; count < UNDER_WAY; count++) taken(turns.take());
  const waiting = turns.take();
  comeRound();
  clock.now = 100;
  comeRound();
  comeRound();
  expect(await outcomes([waiting])).toEqual([{ since: 100 }]);
});

test('a request that has waited three seconds is refused; one log line says so', async () => {
  const { turns, clock, comeRound, sentAway } = open();
  const first = Array.from({ length: UNDER_WAY }, () => taken(turns.take()));
  const waiting = [turns.take(), turns.take()];
  clock.now = 3000;
  turns.end(first[0]!);
  comeRound();
  expect(await outcomes(waiting)).toEqual([null, null]);
  expect(sentAway).toEqual([3000]);
});

test('a request that finds a full queue is refused at once', () => {
  const { turns } = open();
  for (let count = 0; count < UNDER_WAY + MOST_WAITING; count++) expect(turns.take()).not.toBeNull();
  expect(turns.take()).toBeNull();
});

/** A site with the maximum of running and waiting requests. */
/** Sender of the requests that the test makes itself, without a network. */
const OWN = { customerOf: () => null, groupOf: () => '' };

function overloaded(): Site {
  const site = openSite();
  for (let count = 0; count < UNDER_WAY + MOST_WAITING; count++) void site.turns?.take(OWN);
  return site;
}

test('a refused visitor gets a text and Retry-After', async () => {
  const response = await overloaded().app.request('/book');
  expect(response.status).toBe(503);
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(await response.text()).toContain('Wait a few seconds, then try again');
});

test('a refused call has a name, for the page’s own text; a refused plain form gets a text', async () => {
  const { app } = overloaded();
  const called = await app.request(rpcPath('availability'));
  expect(called.status).toBe(503);
  expect(await called.json()).toMatchObject({ refusal: 'busy', message: expect.stringContaining('Wait a few') });
  const posted = await app.request(rpcPath('hold'), { method: 'POST', body: new URLSearchParams() });
  expect([posted.status, posted.headers.get('content-type')]).toEqual([503, 'text/plain; charset=UTF-8']);
});

test('health checks, webhooks, files and returns from payment never wait', async () => {
  const { app } = overloaded();
  const status = async (path: string, method = 'GET') => (await app.request(path, { method }, from('10.0.0.1'))).status;
  expect(await status('/healthz')).toBe(200);
  expect(await status('/readyz')).toBe(200);
  expect(await status('/webhooks/sandbox', 'POST')).toBe(400);
  expect(await status('/assets/none.js')).toBe(404);
  expect(await status('/book/return?checkout=none')).toBe(303);
});

test('a waiting request is answered in its turn; no work starts for a client that has left', async () => {
  const { app, turns, lines } = openSite();
  const busy = Array.from({ length: UNDER_WAY }, () => taken(turns!.take(OWN)));
  const patient = app.request('/book');
  const gone = app.request('/book', {}, { outgoing: { destroyed: true } });
  for (const turn of busy) turns!.end(turn);
  expect((await patient).status).toBe(200);
  expect((await gone).status).toBe(503);
  const logged = lines.map((line) => JSON.parse(line) as { path?: string; status?: number });
  const statuses = logged.flatMap(({ path, status }) => (path === '/book' ? [status] : []));
  expect(new Set(statuses)).toEqual(new Set([200, 503]));
});
