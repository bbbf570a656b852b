/** Debian's WebKitGTK: WebKitWebDriver runs `webkit-window.py` on a virtual screen. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Builder } from 'selenium-webdriver';
import { type Rolldown, build } from 'vite';
import { vi } from 'vitest';
import { SIZES } from '../browser.ts';
import { freePort } from '../server.ts';
import type { Engine } from './engine.ts';
import { webKitPage } from './webkit-page.ts';

/** Debian's own, which has the bindings of GTK and WebKit. */
export const PYTHON = '/usr/bin/python3';

/** Reports that a navigation ended a transition, a call or an import, and that an app took seconds to load. */
const NO_FAULT = 'Skipping view transition|due to access control checks|Importing a module script|preloaded using link';

/** An error or a warning on WebKit's console. */
const COMPLAINT = new RegExp(`CONSOLE .*?(?:ERROR|WARN) (?!.*(?:${NO_FAULT}))(.*)`);

export async function startWebKit(): Promise<Engine> {
  const lib = { entry: fileURLToPath(import.meta.resolve('ivya')), formats: ['iife' as const], name: 'ivya' };
  const built = await build({ configFile: false, logLevel: 'error', build: { write: false, lib } });
  const [{ output }] = built as [Rolldown.RolldownOutput];
  const screen = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1400x1000x24']);
  const [display] = (await once(screen.stdout, 'data')) as [Buffer];
  // Without `NO_AT_BRIDGE`, GTK waits for the bus of screen readers.
  const env = { ...process.env, DISPLAY: `:${String(display).trim()}`, TZ: 'America/Los_Angeles', NO_AT_BRIDGE: '1' };

  return {
    async visit(origin, { size = 'desktop' }) {
      const complaints: string[] = [];
      const port = await freePort();
      const driver = spawn('WebKitWebDriver', [`--port=${port}`], { env });
      createInterface(driver.stderr).on('line', (line) => complaints.push(...(COMPLAINT.exec(line)?.slice(1) ?? [])));
      const data = await mkdtempDisposable(join(tmpdir(), 'halfday-webkit-'));
      const { width, height } = SIZES[size];
      const args = [join(import.meta.dirname, 'webkit-window.py'), String(width), String(height), data.path];
      const builder = new Builder().usingServer(`http://127.0.0.1:${port}`).withCapabilities({
        browserName: 'webkit-window.py',
        'webkitgtk:browserOptions': { binary: PYTHON, args },
        // The driver never responds to a script that a navigation interrupts.
        timeouts: { script: 3000 },
      });
      const session = await vi.waitFor(async () => builder.build(), { timeout: 10_000 });
      const close = async () => {
        // The window closes before the driver responds.
        await session.quit().catch(() => {});
        driver.kill();
        await once(driver, 'close');
        await data.remove();
      };
      return { page: webKitPage(session, output[0].code, origin), scripts: true, complaints, context: { close } };
    },
    async close() {
      screen.kill();
      await once(screen, 'exit');
    },
  };
}
