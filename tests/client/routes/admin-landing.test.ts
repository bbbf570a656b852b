import { PassThrough } from 'node:stream';
import { finished } from 'node:stream/promises';
import { createGunzip, createZstdDecompress } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { renderPage } from '#server/web/render/render-page.tsx';
import { SCRIPT_COOKIE } from '#shared/script-cookie.ts';
import { QUIET_STATS } from '../owner/quiet-stats.ts';
import { LANDING_CALLS, VISITS, USERS, openLanding as open } from './landing.ts';
import { openBuiltSite } from '../../server/built-site.ts';

test('the way to the webhooks is a form that asks for it at Svix, a link on this machine, and absent without them', async () => {
  const shown = async (provider: 'svix' | 'local' | 'none') =>
    (await open({ stats: async () => ({ ...QUIET_STATS, webhooks: { ...QUIET_STATS.webhooks, provider } }) })).text();
  expect(await shown('svix')).toMatch(/<form(?= [^>]*method="post")(?= [^>]*action="\/app\/admin\/webhooks\/portal")/);
  expect(await shown('local')).toContain('href="/dev/webhooks"');
  expect(await shown('none')).not.toMatch(/webhooks\/portal|\/dev\/webhooks|Webhook messages/);
});

test('a visit that has begun can be recorded as done', async () => {
  const visits = {
    ...VISITS,
    days: VISITS.days.map(({ date, visits }) => ({
      date,
      visits: visits.map((visit) => Object.assign({}, visit, { canComplete: true })),
    })),
  };
  expect(await (await open({})).text()).not.toContain('The visit is done');
  expect(await (await open({ nearVisits: async () => visits })).text()).toContain('The visit is done');
});

const fail = async () => {
  throw new Error('it failed');
};

test('a browser that may run no script is sent one whole page: visits, what needs attention, stats, users', async () => {
  const response = await open({});
  expect(response.headers.has('content-length')).toBe(true);
  const html = await response.text();
  for (const words of [
    'Ada Reyes',
    'tel:8055550142',
    '9 Oak Rd',
    'TV Mounting',
    'Nothing. Every refund',
    '3 of 26',
    'Carl Customer',
  ]) {
    expect(html).toContain(words);
  }
});

test.each(['zstd', 'gzip', 'identity'])(
  'a browser that is known to run our script is sent the head and the visits before the rest is read, as %s',
  async (coding) => {
    const asked: string[] = [];
    const calls = {
      ...LANDING_CALLS,
      users: async () => {
        asked.push('users');
        return USERS;
      },
      stats: async () => {
        asked.push('stats');
        return QUIET_STATS;
      },
    };
    const { app } = openBuiltSite({ renderPage: (page) => renderPage({ ...page, rpc: calls }) });
    const headers = { cookie: `${SCRIPT_COOKIE}=run`, 'accept-encoding': coding };
    const { body } = await app.request('/app/admin', { headers });
    const unpack = { zstd: createZstdDecompress, gzip: createGunzip, identity: () => new PassThrough() }[coding]!();
    let html = '';
    unpack.on('data', (part: Buffer) => (html += part.toString()));
    const reader = body!.getReader();
    const first = await reader.read();
    expect(asked).toEqual([]);
    await new Promise((resolve) => unpack.write(first.value, resolve));
    expect(html).toContain('Ada Reyes');
    expect(html).toContain('Looking up users and stats…');
    // A browser that ran our script once and does not now.
    expect(html).toContain('<noscript><p class="mb-4"><a href="?whole"');
    expect(html).not.toContain('Carl Customer');
    for (let part = await reader.read(); !part.done; part = await reader.read()) unpack.write(part.value);
    await finished(unpack.end());
    expect(asked).toEqual(['users', 'stats']);
    expect(html).toContain('Carl Customer');
    expect(html).toMatch(/3 of 26.*<\/html>$/s);
  },
);

describe.each([false, true])('of parts that fail, the page says so and shows the others; scripts %s', (runsScripts) => {
  test.each([
    ['Failed to load users', { users: fail }],
    ['Failed to load system stats', { stats: fail }],
    ['Failed to load what needs attention', { needsAttention: fail }],
    ['Failed to load visits', { nearVisits: fail }],
  ])('%s', async (words, calls) => {
    const html = await (await open(calls, runsScripts)).text();
    expect(html).toContain(words);
    expect(html.match(/Failed to load/g)).toHaveLength(1);
    expect(html).toContain('Try Again');
  });

  test('users and stats, which fail as one', async () => {
    const html = await (await open({ users: fail, stats: fail }, runsScripts)).text();
    const alerts = html.match(/<div role="alert".*?<\/div>/gs) ?? [];
    expect(alerts).toHaveLength(1);
    for (const words of [
      'Users and stats didn’t load',
      'Failed to load users',
      'Failed to load system stats',
      'Try Again',
    ]) {
      expect(alerts[0]).toContain(words);
    }
    expect(html).toContain('Ada Reyes');
  });
});
