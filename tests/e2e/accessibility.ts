import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { SIZES } from './browser.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** A desktop window at 200 % zoom has half its width. */
const ZOOMED = { width: 720, height: 450 };

/** Best practices and touch targets included. */
const EVERYTHING: RunOptions = { rules: { 'target-size': { enabled: true } } };
const COLOURS: RunOptions = { runOnly: ['color-contrast'] };

/** Every size and theme; what neither changes is looked at once in each. */
const LOOKS = [
  { size: SIZES.desktop, colorScheme: 'light', options: EVERYTHING },
  { size: SIZES.desktop, colorScheme: 'dark', options: COLOURS },
  { size: SIZES.phone, colorScheme: 'dark', options: EVERYTHING },
  { size: SIZES.phone, colorScheme: 'light', options: COLOURS },
] as const;

/** What axe finds wrong with the page as it stands; empty when nothing. */
async function violations(page: Page, options: RunOptions): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  return page.evaluate(async (given) => {
    const axe = Reflect.get(window, 'axe') as { run(on: Document, how: RunOptions): Promise<AxeResults> };
    const results = await axe.run(document, { resultTypes: ['violations'], ...given });
    return results.violations.map(
      ({ id, help, nodes }) => `${id}: ${help} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
    );
  }, options);
}

/** CSS pixels by which the page is wider than its window. */
export async function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
}

/** What is wrong with a page in any size and theme: what axe finds, and where it is wider than the window. */
export async function problems(page: Page): Promise<string[]> {
  const found: string[] = [];
  const note = async (where: string) => {
    const pixels = await overflow(page);
    if (pixels > 0) found.push(`${where}: ${pixels} px wider than the window`);
  };
  for (const { size, colorScheme, options } of LOOKS) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const where = `${page.url()} ${colorScheme} ${size.width}`;
    await note(where);
    found.push(...(await violations(page, options)).map((violation) => `${where}: ${violation}`));
  }
  await page.setViewportSize(ZOOMED);
  await note(`${page.url()} at 200 %`);
  return found;
}
