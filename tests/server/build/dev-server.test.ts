import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createServer } from 'vite';
import { expect, onTestFinished, test, vi } from 'vitest';
import { devServer } from '#server/build/dev-server.ts';
import { tempFolder } from '../../temp-folder.ts';

const entryOf = (words: string) =>
  `export const fetch = () => new Response(${JSON.stringify(words)}, { headers: { 'content-type': 'text/plain' } });`;

/** Vite with the server of this project's development, on an entry of its own. */
async function openDev(source: string) {
  // The plugin leaves the Vite of tests alone.
  vi.stubEnv('VITEST', '');
  const root = tempFolder();
  const entry = join(root, 'entry.ts');
  writeFileSync(entry, source);
  const server = await createServer({
    root,
    configFile: false,
    logLevel: 'silent',
    appType: 'custom',
    server: { host: '127.0.0.1', port: 0 },
    plugins: [devServer('/entry.ts')],
  });
  await server.listen();
  onTestFinished(() => server.close());
  const address = server.httpServer!.address() as { port: number };
  const get = async () => {
    const response = await fetch(`http://127.0.0.1:${address.port}/`, { headers: { accept: 'text/html' } });
    return { status: response.status, text: await response.text() };
  };
  return { entry, get };
}

test('a syntax error in server code shows an overlay that names the place, until it is fixed', async () => {
  const { entry, get } = await openDev('export const fetch = (;');
  const broken = await get();
  expect(broken.status).toBe(500);
  expect(broken.text).toContain('ErrorOverlay');
  expect(broken.text).toContain('entry.ts');
  writeFileSync(entry, entryOf('mended'));
  await expect.poll(get).toEqual({ status: 200, text: 'mended' });
});
