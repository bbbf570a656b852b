import { readFileSync, readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { openShop } from './shop.ts';

const CLIENT = join(import.meta.dirname, '../../dist/client');
const shop = openShop();

const files = readdirSync(CLIENT, { recursive: true, encoding: 'utf8' });

function contentOf(file: string): string {
  return readFileSync(join(CLIENT, file), 'utf8');
}

test('browsers get no source maps, and no reference to one', async () => {
  expect(files.length).toBeGreaterThan(10);
  expect(files.filter((file) => file.endsWith('.map'))).toEqual([]);
  const scripts = files.filter((file) => /\.(?:js|css)$/.test(file));
  const leading = scripts.filter((file) => contentOf(file).includes('sourceMappingURL'));
  expect(leading).toEqual([]);
  for (const file of scripts) expect((await shop.fetch(`/${file}.map`)).status).toBe(404);
});

test('the script of analytics does not load the one that measures speed, which waits for the page', () => {
  const vitals = files.find((file) => /vitals-[^/]*\.js$/.test(file)) ?? '';
  const importing = files.filter((file) => file.endsWith('.js') && contentOf(file).includes(basename(vitals)));
  expect(vitals).not.toBe('');
  expect(importing).toEqual([]);
});

test.each(['/main.js', '/main.js.map', '/server/main.js.map', '/.vite/manifest.json', '/../server/main.js', '/.env'])(
  'files of the server are not served: %s',
  async (path) => {
    const response = await shop.fetch(path);
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toMatch(/^text\/(?:html|plain)/);
  },
);

test.each([
  ['br', '.br'],
  ['gzip', '.gz'],
])(
  'a browser that takes %s gets each script as the build compressed it, not compressed for the request',
  async (coding, ending) => {
    const scripts = files.filter((file) => /\.(?:js|css)$/.test(file) && files.includes(file + ending));
    expect(scripts.length).toBeGreaterThan(10);
    for (const file of scripts) {
      const sent = await shop.fetch(`/${file}`, { headers: { 'accept-encoding': coding } });
      expect(sent.headers.get('content-encoding')).toBe(coding);
      expect(sent.headers.get('content-length')).toBe(String(statSync(join(CLIENT, file + ending)).size));
    }
  },
);

test.each(['/', '/book', '/login'])(
  '%s names no script with the validation library, which is loaded when a form is sent',
  async (path) => {
    const isValidation = (file: string) => contentOf(file).includes('invalid_union');
    const page = await (await shop.fetch(path)).text();
    const named = page.match(/assets\/[\w.-]+\.js/g) ?? [];
    expect(named.length).toBeGreaterThan(3);
    expect(named.filter(isValidation)).toEqual([]);
    expect(files.filter((file) => file.endsWith('.js')).some(isValidation)).toBe(true);
  },
);

test('neither a page with typed values nor any call is cached', async () => {
  const slot = { date: await shop.day(1), claim: 'am' } as const;
  const held = await shop.hold(slot);
  const cookie = held.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  for (const path of ['/', '/book', '/pricing']) {
    const response = await shop.fetch(path, { headers: { cookie } });
    expect([path, response.headers.get('cache-control')]).toEqual([path, 'no-store']);
  }
  expect(held.headers.get('cache-control')).toBe('no-store');
});
