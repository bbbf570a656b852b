import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { SIZES } from './browser.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Window sizes in CSS pixels of a zoomed desktop and phone (WCAG 1.4.10). */
export const ENLARGED = [
  { zoom: '200 %', size: { width: 720, height: 450 } },
  { zoom: '400 %', size: { width: 320, height: 256 } },
  { zoom: '200 % of a phone', size: { width: 195, height: 422 } },
] as const;

const SMALL_PHONE = { width: 360, height: 640 };

/** Text spacing that must not hide content (WCAG 1.4.12). */
const SPREAD =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }' +
  ' p { margin-bottom: 2em !important }';

/** Best practices are included by default. */
const RULES: RunOptions = { rules: { 'target-size': { enabled: true } } };

/** Each size and each theme once. */
const LOOKS = [
  { size: SIZES.desktop, colorScheme: 'light' },
  { size: SIZES.phone, colorScheme: 'dark' },
] as const;

/** The violations that axe finds on the page. */
async function violations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  return page.evaluate(async (given) => {
    // At the top, the sticky header covers no other target.
    scrollTo({ top: 0, behavior: 'instant' });
    const axe = Reflect.get(window, 'axe') as { run(on: Document, how: RunOptions): Promise<AxeResults> };
    const results = await axe.run(document, { resultTypes: ['violations'], ...given });
    return results.violations.map(
      ({ id, help, nodes }) => `${id}: ${help} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
    );
  }, RULES);
}

/** CSS pixels by which the page is wider than its window. */
export async function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
}

/** Texts in drawings that overlap or leave the window. */
async function drawnOver(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('svg')].flatMap((svg) => {
      const drawn = [...svg.querySelectorAll('text')].map((text) => ({
        words: text.textContent,
        box: text.getBoundingClientRect(),
      }));
      const seen = drawn.filter(({ box }) => box.width > 0);
      const leaving = seen.filter(({ box }) => box.left < 0 || box.right > innerWidth);
      const over = seen.flatMap(({ words, box: { left, right, top, bottom } }, index) =>
        seen
          .slice(index + 1)
          .filter(({ box }) => left < box.right && box.left < right && top < box.bottom && box.top < bottom)
          .map((other) => `${words} stands on ${other.words}`),
      );
      return over.concat(leaving.map(({ words }) => `${words} leaves the window`));
    }),
  );
}

/**
 * Drawings with a length unit in an attribute, such as `y="1rem"`. WebKit doesn't read all units there, so they belong in CSS;
 * percentages are read everywhere.
 */
async function attributesWithUnits(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('svg, svg *')].flatMap((element) =>
      [...element.attributes]
        .filter(({ name, value }) => name !== 'id' && name !== 'class' && /^[-+]?[\d.]+[a-z]+$/i.test(value))
        .map(({ name, value }) => `<${element.localName} ${name}="${value}">`),
    ),
  );
}

/** Fields with letters below 16 px, which iPhones zoom into. */
async function zoomedFields(page: Page): Promise<string[]> {
  const fields = page.locator('select, textarea, input:not([type=hidden], [type=radio], [type=checkbox], [type=file])');
  return fields.evaluateAll((found) =>
    found
      .filter((field) => parseFloat(getComputedStyle(field).fontSize) < 16)
      .map((field) => `small letters in ${field.getAttribute('name')}`),
  );
}

/** Characters of the longest label with a time. */
const LONGEST_LABEL = 40;

/** Times of day in labels, not in sentences, whose last line is "am" or "pm" alone. */
export async function brokenTimes(page: Page): Promise<string[]> {
  return page.evaluate((longestLabel) => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    while (walker.nextNode()) {
      const text = walker.currentNode as Text;
      const end = /\d (?=[ap]m$)/.exec(text.data)?.index;
      let label = text.parentElement;
      // A time in a sentence may break as any words do.
      while (label && getComputedStyle(label).display === 'inline') label = label.parentElement;
      // Neither for screen readers alone, nor in a drawing.
      if (end === undefined || !(label instanceof HTMLElement) || label.offsetWidth <= 1) continue;
      if (label.innerText.length > longestLabel) continue;
      const [digit, letter] = [end, end + 2].map((at) => {
        const range = document.createRange();
        range.setStart(text, at);
        range.setEnd(text, at + 1);
        return range.getBoundingClientRect();
      });
      if (digit && letter && letter.top >= digit.bottom) found.push(`a line is "${text.data.slice(-2)}" alone`);
    }
    return found;
  }, LONGEST_LABEL);
}

/** Problems on a phone with doubled font size, and unchanged breakpoints. */
async function withLargeLetters(page: Page): Promise<string[]> {
  await page.setViewportSize(SIZES.phone);
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('html { font-size: 200% !important }');
    document.adoptedStyleSheets = [sheet];
  });
  const pixels = await overflow(page);
  const found = await drawnOver(page);
  await page.evaluate(() => {
    document.adoptedStyleSheets = [];
  });
  return pixels > 0 ? [`${pixels} px wider than a phone`, ...found] : found;
}

/** Number of elements with transitions or animations, pseudo-elements included. */
export async function moving(page: Page): Promise<number> {
  return page.evaluate(() => {
    const takesTime = (durations: string) => durations.split(', ').some((each) => each !== '0s');
    const styles = [...document.querySelectorAll('*')].flatMap((element) =>
      [null, '::before', '::after', '::backdrop'].map((pseudo) => getComputedStyle(element, pseudo)),
    );
    return styles.filter(
      ({ transitionDuration, animationDuration, scrollBehavior }) =>
        takesTime(transitionDuration) || takesTime(animationDuration) || scrollBehavior === 'smooth',
    ).length;
  });
}

/** Texts that are cut off with wider text spacing. */
async function cutOff(page: Page): Promise<string[]> {
  return page.evaluate((rules) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(rules);
    document.adoptedStyleSheets = [sheet];
    const found = [...document.querySelectorAll('body *')].filter((element) => {
      const { overflowX, overflowY, clipPath } = getComputedStyle(element);
      const cuts = [overflowX, overflowY].some((overflow) => overflow === 'hidden' || overflow === 'clip');
      // Text for screen readers alone is one pixel in size.
      const isSeen = element.clientWidth > 1 && element.clientHeight > 1 && clipPath === 'none';
      const isCut = element.scrollHeight > element.clientHeight + 1 || element.scrollWidth > element.clientWidth + 1;
      return cuts && isSeen && isCut && element.textContent !== '' && !(element instanceof SVGElement);
    });
    const wide = document.documentElement.scrollWidth - innerWidth;
    document.adoptedStyleSheets = [];
    return [
      ...found.map((element) => `cut off: ${element.outerHTML.slice(0, 120)}`),
      ...(wide > 0 ? ['too wide'] : []),
    ];
  }, SPREAD);
}

/**
 * Accessibility problems of a page in all sizes and themes: axe violations, horizontal overflow, overlapping text, motion despite
 * `prefers-reduced-motion`, text cut off by wider spacing, times broken over lines, drawings that WebKit would
 * misplace, and fields that iPhones zoom into.
 */
export async function problems(anyPage: Page): Promise<string[]> {
  const page = anyPage;
  const units = new Set(await attributesWithUnits(page));
  const found = Array.from(units, (what) => `${page.url()}: a length unit in ${what}`);
  found.push(...(await zoomedFields(page)).map((what) => `${page.url()}: ${what}`));
  const note = async (where: string) => {
    const pixels = await overflow(page);
    if (pixels > 0) found.push(`${where}: ${pixels} px wider than the window`);
    found.push(...(await drawnOver(page)).map((what) => `${where}: ${what}`));
  };
  for (const { size, colorScheme } of LOOKS) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const where = `${page.url()} ${colorScheme} ${size.width}`;
    await note(where);
    found.push(...(await violations(page)).map((violation) => `${where}: ${violation}`));
  }
  await page.setViewportSize(SMALL_PHONE);
  found.push(...(await brokenTimes(page)).map((what) => `${page.url()} on a small phone: ${what}`));
  if ((await moving(page)) > 0) found.push(`${page.url()}: something moves`);
  found.push(...(await cutOff(page)).map((what) => `${page.url()} with text spread: ${what}`));
  for (const { zoom, size } of ENLARGED) {
    await page.setViewportSize(size);
    await note(`${page.url()} at ${zoom}`);
  }
  found.push(...(await withLargeLetters(page)).map((what) => `${page.url()} with letters of 200 %: ${what}`));
  return found;
}
