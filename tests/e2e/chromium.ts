import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

export const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const PROGRAMS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

const MISSING = `No Chromium could be found. Any of these will do:
- install one (Debian: apt-get install chromium),
- set CHROMIUM_PATH to its program,
- on Linux x64, let npm install the optional package @sparticuz/chromium.`;

/** The browser that tests drive: the one that is named, the system's, or the one that comes as a package. */
export async function findChromium(): Promise<string> {
  const named = process.env['CHROMIUM_PATH'];
  if (named) {
    if (existsSync(named)) return named;
    throw new Error(`CHROMIUM_PATH is ${named}, where there is nothing.`);
  }
  const installed = PROGRAMS.map(whereIs).find((path) => path !== null);
  return installed ?? packaged();
}

function whereIs(program: string): string | null {
  const { status, stdout } = spawnSync('which', [program], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
}

async function packaged(): Promise<string> {
  try {
    const { default: chromium } = await import('@sparticuz/chromium');
    return await chromium.executablePath();
  } catch (error) {
    throw new Error(MISSING, { cause: error });
  }
}
