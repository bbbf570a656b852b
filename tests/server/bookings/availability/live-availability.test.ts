import { expect, onTestFinished, test, vi } from 'vitest';
import { OpenStreams, STREAM_LIMITS } from '#server/web/limits/open-streams.ts';
import type { AvailabilityChange } from '#shared/booking/managed-booking.ts';
import { readNdjson } from '#shared/calls/ndjson.ts';
import { rpcPath } from '#shared/calls/rpc.ts';
import { DATE } from '../../../events/facts.ts';
import { MINUTE, type Site, openSite } from '../site.ts';

const SECOND = 1000;
const PATH = rpcPath('availabilityLive');

function look(site: Site) {
  const leaving = new AbortController();
  onTestFinished(() => leaving.abort());
  const lines = site.liveAvailability.view(null, leaving.signal);
  const next = async () => (await lines.next()).value as AvailabilityChange | undefined;
  return { lines, next, leaving };
}

/** The next line, after this time has passed. */
async function after(site: Site, ms: number, next: () => Promise<AvailabilityChange | undefined>) {
  const line = next();
  await site.clock.idle();
  site.clock.advance(ms);
  return line;
}

test('the first line has every day, as the availability call returns it', async () => {
  const site = openSite();
  const { next } = look(site);
  expect((await next())?.days).toEqual((await site.visitor().availability()).days);
});

test('an open view shows a booking a moment later, and only the day concerned', async () => {
  const site = openSite();
  const { next } = look(site);
  await next();
  await site.visitor().holds({ claim: 'am' });
  expect((await after(site, SECOND, next))?.days).toMatchObject([{ date: DATE, am: 'gone', pm: 'open' }]);
});

test('a changed day is read once for all views', async () => {
  const readsWith = async (count: number) => {
    const site = openSite();
    const views = Array.from({ length: count }, () => look(site));
    await Promise.all(views.map(({ next }) => next()));
    const lines = views.map(({ next }) => next());
    await site.clock.idle();
    const [states, queries] = [vi.spyOn(site.store, 'stateOf'), vi.spyOn(site.store.db, 'selectFrom')];
    await site.visitor().holds({ claim: 'am' });
    site.clock.advance(SECOND);
    for (const line of await Promise.all(lines)) expect(line?.days).toMatchObject([{ date: DATE, am: 'gone' }]);
    return [states.mock.calls.length, queries.mock.calls.length];
  };
  expect(await readsWith(40)).toEqual(await readsWith(1));
});

test('an open view shows that a unit of today can no longer be booked, and the terms of a new day', async () => {
  const site = openSite(Date.parse('2027-03-09T04:59:50-08:00'));
  const { next } = look(site);
  expect((await next())?.days[0]).toMatchObject({ date: '2027-03-09', am: 'open' });
  const heartbeat = async () => {
    const line = next();
    for (const step of [SECOND, 15 * SECOND]) {
      await site.clock.idle();
      site.clock.advance(step);
    }
    return line;
  };
  expect((await heartbeat())?.days).toMatchObject([{ date: '2027-03-09', am: 'gone', pm: 'open' }]);
  site.clock.advance(44 * 60 * MINUTE);
  const { today, days } = (await heartbeat())!;
  expect([today, days[0]]).toMatchObject(['2027-03-11', { date: '2027-03-11', freeChangesThrough: null }]);
});

test('without changes there is a heartbeat', async () => {
  const site = openSite();
  const { next } = look(site);
  await next();
  const line = next();
  for (const step of [SECOND, 15 * SECOND]) {
    await site.clock.idle();
    site.clock.advance(step);
  }
  expect(await line).toMatchObject({ days: [] });
});

test('the stream ends when its client leaves, also during a wait', async () => {
  const site = openSite();
  const { next, lines, leaving } = look(site);
  await next();
  const waiting = lines.next();
  await site.clock.idle();
  leaving.abort();
  expect(await waiting).toEqual({ done: true, value: undefined });
});

test('over HTTP each change is a line, and leaving frees the place', async () => {
  const site = openSite();
  const visitor = site.visitor('203.0.113.7');
  const request = () => visitor.request(PATH);
  const open = await Promise.all(Array.from({ length: STREAM_LIMITS.perNetwork }, request));
  const [first] = open;
  expect(first!.headers.get('content-type')).toContain('application/x-ndjson');
  expect(first!.headers.get('cache-control')).toBe('no-store, no-transform');
  const lines = readNdjson(first!.body!);
  expect((await lines.next()).value).toMatchObject({ days: { length: 61 } });
  const refused = await request();
  expect(refused.status).toBe(503);
  expect(await refused.json()).toMatchObject({ refusal: 'busy' });
  await lines.return();
  await open[1]!.body!.cancel();
  for (let freed = 0; freed < 2; freed++) expect((await request()).status).toBe(200);
  expect((await request()).status).toBe(503);
});

test('when the server stops, every stream ends, and none begins', async () => {
  const site = openSite();
  const request = async () => site.app.request(PATH);
  const lines = readNdjson((await request()).body!);
  expect((await lines.next()).done).toBe(false);
  const waiting = lines.next();
  site.streams.close();
  expect((await waiting).done).toBe(true);
  expect((await request()).status).toBe(503);
});

test('places are counted by network and in total', () => {
  const streams = new OpenStreams({ perNetwork: 2, inAll: 3 });
  const enter = (network: string) => {
    const ending = new AbortController();
    return streams.open(network, ending.signal) && ending;
  };
  const entered = (...networks: readonly string[]) => networks.map((network) => enter(network) !== null);
  const first = enter('a');
  expect(entered('a', 'a')).toEqual([true, false]);
  expect(entered('b', 'c')).toEqual([true, false]);
  first?.abort();
  expect(entered('c', 'c')).toEqual([true, false]);
});

test('an open view shows the slot of a lapsed hold as open again', async () => {
  const site = openSite();
  const visitor = site.visitor();
  await visitor.holds();
  const { next } = look(site);
  expect((await next())?.days.find(({ date }) => date === DATE)).toMatchObject({ am: 'gone' });
  site.clock.advance(31 * MINUTE);
  await visitor.hold({ claim: 'pm' });
  expect((await after(site, SECOND, next))?.days).toMatchObject([{ am: 'open', pm: 'gone' }]);
});
