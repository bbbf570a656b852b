import { PassThrough } from 'node:stream';
import { finished } from 'node:stream/promises';
import { createGunzip, createZstdDecompress } from 'node:zlib';
import { expect, test } from 'vitest';
import { renderPage } from '#server/web/render/render-page.tsx';
import { SCRIPT_COOKIE } from '#shared/script-cookie.ts';
import { QUIET_STATS } from '../owner/quiet-stats.ts';
import { LANDING_CALLS, USERS, openLanding as open } from './landing.ts';
import { openBuiltSite } from '../../server/built-site.ts';

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
