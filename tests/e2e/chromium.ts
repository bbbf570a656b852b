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
  // A spare process for the next page costs each visitor 0.2 s of processor time. This replaces Playwright's list, so it repeats what matters.
  '--disable-features=SpareRendererForSitePerProcess,PaintHolding,AvoidUnnecessaryBeforeUnloadCheckSync,HttpsUpgrades,Translate,' +
    'BlockOriginHeaderModificationOnRedirect,AvoidCorsURLLoaderRestartOnRedirect,ThirdPartyStoragePartitioning',
];

/** Turns on site isolation, which the headless shell leaves out by default. */
export const SHELL_FLAGS = [...FLAGS, '--site-per-process'];

const PROGRAMS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

const MISSING = `No Chromium could be found. Any of these will do:
- install one (Debian: apt-get install chromium),
- set CHROMIUM_PATH to its program,
- on Linux x64, let npm install the optional package @sparticuz/chromium.`;

/** Chromium's headless shell renders to no screen, so pages take half the time. It has no bfcache. */
const SHELL = 'chromium-headless-shell';

/** The browser of most tests: the one named by the environment, else a headless shell of the system or the package that starts. */
export async function findHeadlessShell(): Promise<string> {
  if (process.env['CHROMIUM_PATH']) return findChromium();
  const shell = whereIs(SHELL) ?? (await packaged().catch(() => null));
  return shell !== null && starts(shell) ? shell : findChromium();
}

/** A full Chromium: the one named by the environment, the system's, or the package's. */
export async function findChromium(): Promise<string> {
  const named = process.env['CHROMIUM_PATH'];
  if (named) {
    if (existsSync(named)) return named;
    throw new Error(`CHROMIUM_PATH is ${named}, where there is nothing.`);
  }
  const installed = PROGRAMS.map(whereIs).find((path) => path !== null);
  return installed ?? packaged();
}

/** Whether the system has the libraries that a program needs. */
function starts(program: string): boolean {
  return spawnSync(program, ['--version']).status === 0;
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
