import { type Browser, type BrowserContext, type Page, chromium } from 'playwright-core';
import { inject } from 'vitest';
import type { AnyContext, AnyPage, BasePage, DrawnPage } from './any-page.ts';
import { FLAGS, findChromium } from './chromium.ts';
import { PlainContext, PlainPage } from './plain/page.ts';
import { PATIENCE_MS } from '#tests/patience.ts';

export const SIZES = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1280, height: 900 },
} as const;

export interface Visit {
  readonly size?: keyof typeof SIZES;
  /** False for a browser without scripts. */
  readonly scripts?: boolean;
  /** Without scripts most pages are read and not rendered. Chromium renders them too, for what a visitor sees or focuses. */
  readonly in?: 'chromium';
  /** The time zone of the browser. */
  readonly timeZone?: string;
}

export interface BaseVisitor {
  readonly page: BasePage;
  readonly context: { close(): Promise<void> };
  readonly scripts: boolean;
  /** Console errors and warnings, and exceptions of the page. */
  readonly complaints: string[];
}

/** A visitor in any engine. */
export interface DrawnVisitor extends BaseVisitor {
  readonly page: DrawnPage;
}

/** A visitor in Chromium, or in a browser that reads pages without scripts. */
export interface AnyVisitor extends BaseVisitor {
  readonly page: AnyPage;
  readonly context: AnyContext;
}

export interface Visitor extends AnyVisitor {
  readonly page: Page;
  readonly context: BrowserContext;
}

/** A page in Chromium. Fails for one that is only read. */
export function inChromium(page: AnyPage): Page {
  if (isRendered(page)) return page;
  throw new Error('this page is not rendered: visit with { in: "chromium" }');
}

function isRendered(page: AnyPage): page is Page {
  return !(page instanceof PlainPage);
}

export interface Launch {
  /** Whether the bfcache is on. Playwright turns it off by default. */
  readonly keepsPages?: boolean;
}

/** Contexts of the headless shell that all test files share; with `keepsPages`, of a full Chromium of its own. */
export async function launch({ keepsPages = false }: Launch = {}): Promise<Browser> {
  if (!keepsPages) return chromium.connect(inject('chromium'));
  const ignoreDefaultArgs = ['--disable-back-forward-cache'];
  return chromium.launch({ executablePath: await findChromium(), args: FLAGS, ignoreDefaultArgs });
}

/**
 * What browsers report of a page that its visitor leaves: Chromium skips the transition to a slow or foreign page, and Firefox rejects the
 * imports that it breaks off. An app that doesn't load fails a test otherwise: it is never hydrated.
 */
const LEFT_PAGE = /^InvalidStateError: Transition was aborted|^TypeError: error loading dynamically imported module/;

/** A visitor with cookies and storage of their own. */
export async function visit(browser: Browser, baseURL: string, options: Visit = {}): Promise<Visitor> {
  const { size = 'desktop', scripts = true, timeZone = 'America/Los_Angeles' } = options;
  const isChromium = browser.browserType().name() === 'chromium';
  const isTouched = size === 'phone' && isChromium;
  const context = await browser.newContext({
    baseURL,
    ...(isChromium && { userAgent: userAgentOf(browser) }),
    viewport: SIZES[size],
    // Neither can be asked of Firefox.
    isMobile: isTouched,
    hasTouch: isTouched,
    javaScriptEnabled: scripts,
    timezoneId: timeZone,
    locale: 'en-US',
  });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => {
    if (!LEFT_PAGE.test(String(error))) complaints.push(String(error));
  });
  return { page, context, scripts, complaints };
}

/** A visitor whose browser has no scripts and renders nothing. */
export async function visitPlainly(baseURL: string, { size = 'desktop' }: Visit = {}): Promise<AnyVisitor> {
  const complaints: string[] = [];
  const complain = (complaint: string) => void complaints.push(complaint);
  const context = new PlainContext({ baseURL, viewport: SIZES[size], complain });
  return { page: await context.newPage(), context, scripts: false, complaints };
}

/** Resolves once React has hydrated the page, for which some wait for a sign that their visitor will use them; a document once its script has run. */
export async function hydrated(page: BasePage): Promise<void> {
  if (!isDrawn(page)) throw new Error('this page is not drawn, so it runs no scripts');
  await page.waitForFunction(() => {
    const start = document.querySelector<HTMLElement>('script[data-when=never]');
    if (start) return document.readyState === 'complete' && 'started' in start.dataset;
    dispatchEvent(new Event('keydown'));
    return 'taken' in document.documentElement.dataset;
  });
}

function isDrawn(page: BasePage): page is DrawnPage {
  return 'waitForFunction' in page;
}

/** The files of the app, without those of one page. */
export const APP = /\/assets\/(?:site|libraries)-[^/]*\.js$/;

/** The first script of every page. */
export const FIRST_SCRIPT = /\/assets\/entry-/;

/** Keeps files back, by default the app's. Returns what lets them through. */
export async function holdApp(page: Page, files = APP): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route(files, async (route) => {
    await held.promise;
    await route.continue();
  });
  return held.resolve;
}

/** A page that redirects by itself aborts a step back. The next step starts from the redirect's target. */
export function unlessLedOn(error: unknown): void {
  if (!/ERR_ABORTED|Not attached to an active page/.test(String(error))) throw error;
}

/** The browser's own name without `Headless`: a server may treat robots otherwise. */
function userAgentOf(browser: Browser): string {
  return `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${browser.version()} Safari/537.36`;
}
