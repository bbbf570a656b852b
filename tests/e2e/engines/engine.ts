/** Runs the same flows in Chromium, Firefox and WebKit. */
import { spawnSync } from 'node:child_process';
import { type Browser, firefox } from 'playwright-core';
import { afterAll, beforeAll, describe } from 'vitest';
import { openShopWithOwner } from '../account-page.ts';
import { type EngineVisitor, type Visit, launch, visit } from '../browser.ts';
import type { Shop } from '../shop.ts';
import { accountFlows } from './account-flows.ts';
import { backFlows } from './back-flows.ts';
import { bookingFlows } from './booking-flows.ts';
import { ownerFlows, ownerPageFlows } from './owner-flows.ts';
import { visitFlows } from './visit-flows.ts';

/** A running browser. */
export interface Engine {
  visit(origin: string, options: Visit): Promise<EngineVisitor>;
  close(): Promise<void>;
}

/** A shop and its visitors, each with cookies and storage of their own. */
export interface EngineShop {
  readonly shop: Shop;
  readonly visit: (options?: Visit, origin?: string) => Promise<EngineVisitor>;
}

function playwrightEngine(browser: Browser): Engine {
  return { visit: (origin, options) => visit(browser, origin, options), close: () => browser.close() };
}

export async function startChromium(): Promise<Engine> {
  return playwrightEngine(await launch());
}

/** Debian's Firefox, over WebDriver BiDi. A process has scripts on or off for all pages. */
export async function startFirefox(scripts: boolean): Promise<Engine> {
  const executablePath = spawnSync('which', ['firefox-esr'], { encoding: 'utf8' }).stdout.trim();
  const firefoxUserPrefs = { 'javascript.enabled': scripts };
  return playwrightEngine(await firefox.launch({ channel: 'moz-firefox', executablePath, firefoxUserPrefs }));
}

const FLOWS = [bookingFlows, backFlows, visitFlows, accountFlows, ownerFlows, ownerPageFlows];

/** Runs flows in an engine. Skips them if the shell command `check` fails, and prints how to install `packages`. */
export function describeFlows(
  name: string,
  start: () => Promise<Engine>,
  { check = 'true', packages = '', flows = FLOWS } = {},
): void {
  const isInstalled = spawnSync('sh', ['-c', check]).status === 0;
  if (!isInstalled)
    process.stderr.write(`${name} isn't installed, skipping its tests. To run them: apt-get install ${packages}\n`);
  describe.runIf(isInstalled)(`in ${name}`, () => {
    let engine: Engine;
    const shop = openShopWithOwner();
    beforeAll(async () => (engine = await start()));
    afterAll(() => engine.close());
    const open = async (options: Visit = {}, origin = shop.origin) => {
      const visitor = await engine.visit(origin, options);
      shop.closeAfterTest(visitor);
      return visitor;
    };
    for (const addTests of flows) addTests({ shop, visit: open });
  });
}
