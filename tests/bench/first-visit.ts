import { type Browser, type Page, chromium } from 'playwright-core';
import { visit } from '../e2e/browser.ts';
import { FLAGS, findHeadlessShell } from '../e2e/chromium.ts';
import { startServer } from '../e2e/server.ts';
import type { Figure, Measurement } from './measurement.ts';
import { medians } from './median.ts';

const PAGES = {
  'home page': '/',
  services: '/services',
  pricing: '/pricing',
  'booking page': '/book',
  'sign-in': '/login',
};

/** Lighthouse's phone: its network (round trip in milliseconds, bytes a second), and how much slower it computes. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 180_000, uploadThroughput: 84_000 };
const SLOWER = 4;

/** How long a page is watched once it is loaded, in milliseconds. */
const SETTLED_MS = 2500;

/** A task that takes longer blocks the visitor for the rest, in milliseconds. */
const LONG_TASK_MS = 50;

interface Visited {
  /** Milliseconds: until something, and until the largest thing is painted; and for which input had to wait. */
  readonly firstPaint: number;
  readonly largestPaint: number;
  readonly blocked: number;
  readonly shift: number;
  /** Script that the page has loaded by itself, in kilobytes on the wire. */
  readonly scripts: number;
}

interface Seen {
  largestPaint: number;
  blocked: number;
  shift: number;
}

/** Runs in the page, before anything of its own. */
function observe(longTaskMs: number): void {
  const seen: Seen = { largestPaint: 0, blocked: 0, shift: 0 };
  Reflect.set(window, 'seen', seen);
  const follow = (type: string, add: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(add)).observe({ type, buffered: true });
  follow('largest-contentful-paint', ({ startTime }) => (seen.largestPaint = startTime));
  follow('longtask', ({ duration }) => (seen.blocked += duration - longTaskMs));
  follow('layout-shift', (entry) => (seen.shift += Number(Reflect.get(entry, 'value'))));
}

async function visited(page: Page, url: string): Promise<Visited> {
  await page.goto(url);
  // What a page does of itself is over by then. A live page never falls silent.
  await page.waitForTimeout(SETTLED_MS);
  return page.evaluate(() => {
    const scripts = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'));
    const [firstPaint] = performance.getEntriesByName('first-contentful-paint');
    return {
      ...(Reflect.get(window, 'seen') as Seen),
      firstPaint: firstPaint?.startTime ?? Number.NaN,
      scripts: scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) / 1000,
    };
  });
}

/** A first visit on a slow phone: nothing is in the browser's cache. */
async function onPhone(browser: Browser, url: string, { scripts }: { readonly scripts: boolean }): Promise<Visited> {
  const { context, page } = await visit(browser, url, { size: 'phone' });
  try {
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.emulateNetworkConditions', NETWORK);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    await page.addInitScript(observe, LONG_TASK_MS);
    if (!scripts) await page.route('**/*.js', (route) => route.abort());
    return await visited(page, url);
  } finally {
    await context.close();
  }
}

export const firstVisit: Measurement = {
  name: 'first-visit',
  async run({ quick }) {
    const count = quick ? 1 : 5;
    const server = await startServer({ LOG_LEVEL: 'warn', RATE_LIMIT: '0' });
    const browser = await chromium.launch({ executablePath: await findHeadlessShell(), args: FLAGS });
    try {
      const found: { readonly what: string; readonly ours: Visited; readonly plain: Visited }[] = [];
      for (const [what, path] of Object.entries(PAGES)) {
        const url = server.origin + path;
        const ours = await medians(count, () => onPhone(browser, url, { scripts: true }));
        found.push({ what, ours, plain: await medians(count, () => onPhone(browser, url, { scripts: false })) });
      }
      const floor = 'the same page, whose scripts do not load';
      const figures = (name: keyof Visited, aim?: string): Figure[] =>
        found.map(({ what, ours, plain }) => ({ what, value: ours[name], floor: plain[name], ...(aim && { aim }) }));
      const kilobytes = found.map(({ what, ours }) => ({ what, value: ours.scripts }));
      return [
        {
          title: 'First visit on a slow phone, milliseconds until the first paint',
          floor,
          figures: figures('firstPaint'),
        },
        { title: 'until the largest paint', floor, figures: figures('largestPaint', 'below 1000') },
        { title: 'milliseconds for which input had to wait', floor, figures: figures('blocked', '0') },
        { title: 'layout shift', floor, figures: figures('shift', '0') },
        { title: 'script that the page loads by itself, brotli, kilobytes', figures: kilobytes },
      ];
    } finally {
      await browser.close();
      await server.stop();
    }
  },
};
