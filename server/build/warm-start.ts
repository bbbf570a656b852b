import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Pages whose code is compiled beforehand: what visitors see first. */
const PAGES = ['/', '/book', '/login'];

const OPEN = / is open at (http:\S+)/;
const READABLE_FILE = 0o644;
const READABLE_FOLDER = 0o755;

/**
 * Starts the built site once and asks it for its first pages, so that Node leaves the compiled code in `compiled/` beside it
 * (`server/main.ts`). Every later start reads that instead of compiling again. `folder` is that of the built server.
 */
export async function warmStart(folder: string): Promise<void> {
  const compiled = join(folder, 'compiled');
  await rm(compiled, { recursive: true, force: true });
  const data = await mkdtemp(join(tmpdir(), 'halfday-build-'));
  try {
    const site = spawn(process.execPath, [join(folder, 'main.js')], {
      env: { PATH: process.env['PATH'], PORT: '0', DATA_FOLDER: data, LOG_LEVEL: 'warn' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(site, 'exit');
    try {
      const origin = await addressOf(site.stdout, ended);
      for (const page of PAGES) await (await fetch(origin + page)).text();
    } finally {
      site.kill('SIGTERM');
      await ended;
    }
  } finally {
    await rm(data, { recursive: true, force: true });
  }
  await makeReadable(compiled);
}

/** The address in the site's first words. Throws when it ends without one. */
async function addressOf(output: AsyncIterable<Buffer>, ended: Promise<unknown>): Promise<string> {
  const words = (async () => {
    let printed = '';
    for await (const chunk of output) {
      printed += chunk.toString();
      const address = OPEN.exec(printed)?.[1];
      if (address !== undefined) return address;
    }
    return null;
  })();
  const address = await Promise.race([words, ended.then(() => null)]);
  if (address === null) throw new Error('the built site did not start');
  return address;
}

/** The site's files are private to its user; these are for the user who runs the product, who may be another. */
async function makeReadable(folder: string): Promise<void> {
  await chmod(folder, READABLE_FOLDER);
  for (const name of await readdir(folder, { recursive: true })) {
    const path = join(folder, name);
    await chmod(path, (await stat(path)).isDirectory() ? READABLE_FOLDER : READABLE_FILE);
  }
}
