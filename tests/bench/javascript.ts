import { get } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { startServer } from '../e2e/server.ts';
import type { Figure, Measurement } from './measurement.ts';

const PAGES = { 'home page': '/', 'booking page': '/book' };

/** Kilobytes of an answer's body as they come over the wire. */
async function onTheWire(url: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  get(url, { headers: { 'accept-encoding': 'br' } }, (response) => {
    if (response.statusCode === 200) void buffer(response).then(resolve, reject);
    else reject(new Error(`${url} was answered with ${response.statusCode}`));
  }).on('error', reject);
  return (await promise).length / 1000;
}

/** Every script that a page names: those it runs, and those it has the browser fetch ahead. */
async function scriptsOf(page: string): Promise<string[]> {
  const html = await fetch(page).then((response) => response.text());
  const names = Array.from(html.matchAll(/(?:src|href)="([^"]+\.js)"/g), ([, path]) => path ?? '');
  return [...new Set(names)].map((name) => new URL(name, page).href);
}

export const javascript: Measurement = {
  name: 'javascript',
  async run() {
    const server = await startServer({ LOG_LEVEL: 'warn', RATE_LIMIT: '0' });
    try {
      const figures: Figure[] = [];
      for (const [what, path] of Object.entries(PAGES)) {
        const scripts = await scriptsOf(server.origin + path);
        const sizes = await Promise.all(scripts.map(onTheWire));
        const largest = Math.max(...sizes);
        const value = sizes.reduce((sum, size) => sum + size, 0);
        figures.push({ what: `${what}, ${sizes.length} files`, value, floor: largest });
      }
      return [{ title: 'JavaScript that a page names, brotli, kilobytes', floor: 'the libraries among it', figures }];
    } finally {
      await server.stop();
    }
  },
};
