/** WebKit as Debian has it: WebKitWebDriver opens windows of `webkit-window.py` on a screen of its own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Builder } from 'selenium-webdriver';
import { build } from 'vite';
import { SIZES } from '../browser.ts';
import { freePort } from '../server.ts';
import type { Engine } from './engine.ts';
import { setScriptTimeout, webKitPage } from './webkit-page.ts';

/** Debian's own, which has the libraries of the window. */
export const PYTHON = '/usr/bin/python3';

export async function startWebKit(): Promise<Engine> {
  const folder = await mkdtemp(join(tmpdir(), 'halfday-webkit-'));
  const entry = join(import.meta.dirname, 'in-page.ts');
  const lib = { entry, formats: ['iife' as const], name: 'inPage', fileName: () => 'in-page.js' };
  await build({ configFile: false, logLevel: 'error', build: { outDir: folder, lib } });
  const screen = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1400x1000x24']);
  const [display] = (await once(screen.stdout, 'data')) as [Buffer];
  const port = await freePort();
  // No screen reader is there to wait for.
  const env = { ...process.env, DISPLAY: `:${String(display).trim()}`, TZ: 'America/Los_Angeles', NO_AT_BRIDGE: '1' };
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = createInterface(driver.stdout);

  return {
    async visit(origin, { size = 'desktop' }) {
      const complaints: string[] = [];
      const ended = Promise.withResolvers<void>();
      const hear = (line: string) => (line === 'the window is closed' ? ended.resolve() : void complaints.push(line));
      lines.on('line', hear);
      const { width, height } = SIZES[size];
      const window = [join(import.meta.dirname, 'webkit-window.py'), join(folder, 'in-page.js')];
      const args = [...window, String(width), String(height)];
      const wanted = { browserName: 'Window', 'webkitgtk:browserOptions': { binary: PYTHON, args } };
      const session = await new Builder().usingServer(`http://127.0.0.1:${port}`).withCapabilities(wanted).build();
      await setScriptTimeout(session);
      const close = async () => {
        // The window is gone before the driver has answered.
        await session.quit().catch(() => {});
        await ended.promise;
        lines.off('line', hear);
      };
      return { page: webKitPage(session, origin), scripts: true, complaints, context: { close } };
    },
    async close() {
      for (const child of [driver, screen]) {
        const ended = once(child, 'exit');
        if (child.kill()) await ended;
      }
      await rm(folder, { recursive: true });
    },
  };
}
