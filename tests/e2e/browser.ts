import { type Browser, type BrowserContext, type Page, chromium } from 'playwright-core';
import { inject } from 'vitest';
import type { EnginePage } from './engine-page.ts';
import { FLAGS, findChromium } from './chromium.ts';
import { PATIENCE_MS } from '#tests/patience.ts';

export const SIZES = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1280, height: 900 },
} as const;

export interface Visit {
  readonly size?: keyof typeof SIZES;
  readonly scripts?: boolean;
  readonly timeZone?: string;
}

/** A visitor in Chromium, Firefox or WebKit. */
export interface EngineVisitor {
  readonly page: EnginePage;
  readonly context: { close(): Promise<void> };
  readonly scripts: boolean;
  /** Console errors and warnings, and exceptions of the page. */
  readonly complaints: string[];
}

export interface Visitor extends EngineVisitor {
  readonly page: Page;
  readonly context: BrowserContext;
}

export interface Launch {
  /** Playwright turns the bfcache off by default. */
  readonly hasBfcache?: boolean;
}

/** Connects to the headless shell that all test files share, or launches a full Chromium, because the shell has no bfcache. */
export async function launch({ hasBfcache = false }: Launch = {}): Promise<Browser> {
  if (!hasBfcache) return chromium.connect(inject('chromium'));
  const ignoreDefaultArgs = ['--disable-back-forward-cache'];
  return chromium.launch({ executablePath: await findChromium(), args: FLAGS, ignoreDefaultArgs });
}

/**
 * Errors in a page that its visitor leaves: Chromium skips the transition to a slow or foreign page, and Firefox aborts imports. If an app
 * really can't be imported, `hydrated` fails.
 */
const NAVIGATION_ERROR =
  /^InvalidStateError: Transition was aborted|^TypeError: error loading dynamically imported module/;

/** A visitor with cookies and storage of their own. */
export async function visit(browser: Browser, baseURL: string, options: Visit = {}): Promise<Visitor> {
  const { size = 'desktop', scripts = true, timeZone = 'America/Los_Angeles' } = options;
  const isChromium = browser.browserType().name() === 'chromium';
  const hasTouch = size === 'phone' && isChromium;
  const context = await browser.newContext({
    baseURL,
    ...(isChromium && { userAgent: userAgentOf(browser) }),
    viewport: SIZES[size],
    // Firefox has neither.
    isMobile: hasTouch,
    hasTouch,
    javaScriptEnabled: scripts,
    timezoneId: timeZone,
    locale: 'en-US',
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => {
    if (!NAVIGATION_ERROR.test(String(error))) complaints.push(String(error));
  });
  return { page, context, scripts, complaints };
}

/**
 * Waits until React has hydrated the page, and raises a key event, because some pages load the app at the first sign of intent. A document has
 * no app: waits until its script has run.
 */
export async function hydrated(page: EnginePage): Promise<void> {
  await page.waitForFunction(() => {
    const start = document.querySelector<HTMLElement>('script[data-when=never]');
    if (start) return document.readyState === 'complete' && 'started' in start.dataset;
    dispatchEvent(new Event('keydown'));
    return 'taken' in document.documentElement.dataset;
  });
}

/** Goes to another path of the app without a new document, as a link does, and waits until its heading has the focus. */
export async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    history.pushState({}, '', to);
  }, path);
  await page.locator('#main h1:focus').waitFor();
}

/** Console messages about policy violations. */
export const HELD_BACK = /Content.Security.Policy|Refused to|blocked by/i;

/** The files of the app that every page needs. */
export const APP = /\/assets\/(?:site|libraries)-[^/]*\.js$/;

/** Delays requests for the app, or for other addresses, until the returned function is called. */
export async function delayApp(page: Page, files: RegExp | string = APP): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(files, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** For `goBack`: if the page redirects meanwhile, Playwright reports the step as aborted, and the next one starts from the target. */
export function ignoreAbortedStep(error: unknown): void {
  if (!/ERR_ABORTED|Not attached to an active page/.test(String(error))) throw error;
}

/** Chromium's own user agent, without `Headless`: the server may treat robots differently. */
function userAgentOf(browser: Browser): string {
  return `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${browser.version()} Safari/537.36`;
}
