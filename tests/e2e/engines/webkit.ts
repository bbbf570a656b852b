/** WebKit as Debian has it: WebKitWebDriver opens windows of `webkit-window.py` on a screen of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Builder, Capabilities } from 'selenium-webdriver';
import { build } from 'vite';
import { PATIENCE_MS } from '#tests/patience.ts';
import { SIZES } from '../browser.ts';
import { freePort } from '../server.ts';
import type { Engine } from './engine.ts';
import { WebKitPage } from './webkit-page.ts';

/** Debian's own, which has the libraries of the window. */
export const PYTHON = '/usr/bin/python3';

export async function startWebKit(): Promise<Engine> {
  const folder = await mkdtemp(join(tmpdir(), 'halfday-webkit-'));
  const inPage = join(folder, 'in-page.js');
  await writeFile(inPage, await bundle(join(import.meta.dirname, 'in-page.ts')));
  const screen = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1400x1000x24'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [display] = (await once(screen.stdout, 'data')) as [Buffer];
  const port = await freePort();
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
    env: {
      ...process.env,
      DISPLAY: `:${String(display).trim()}`,
      TZ: 'America/Los_Angeles',
      // No screen reader is there to wait for.
      NO_AT_BRIDGE: '1',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface(driver.stdout);
  const server = `http://127.0.0.1:${port}`;

  return {
    async visit(origin, { size = 'desktop' }) {
      const complaints: string[] = [];
      const ended = Promise.withResolvers<void>();
      const hear = (line: string) => (line === 'the window is closed' ? ended.resolve() : void complaints.push(line));
      lines.on('line', hear);
      const { width, height } = SIZES[size];
      const args = [join(import.meta.dirname, 'webkit-window.py'), String(width), String(height), inPage];
      const session = await new Builder()
        .usingServer(server)
        .withCapabilities(
          new Capabilities({
            browserName: 'Window',
            'webkitgtk:browserOptions': { binary: PYTHON, args },
          }),
        )
        .build();
      // A script that a navigation cuts off is never answered.
      await session.manage().setTimeouts({ script: 3000, pageLoad: PATIENCE_MS });
      const close = async () => {
        // The window is gone before the driver has answered.
        await session.quit().catch(() => {});
        await ended.promise;
        lines.off('line', hear);
      };
      return { page: new WebKitPage(session, origin), scripts: true, complaints, context: { close } };
    },
    async close() {
      for (const child of [driver, screen]) await end(child);
      await rm(folder, { recursive: true });
    },
  };
}

async function bundle(entry: string): Promise<string> {
  const lib = { entry, formats: ['iife' as const], name: 'inPage' };
  const built = await build({ configFile: false, logLevel: 'error', build: { write: false, lib } });
  const [{ output }] = built as unknown as [{ output: [{ code: string }] }];
  return output[0].code;
}

async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  if (child.kill()) await ended;
}
