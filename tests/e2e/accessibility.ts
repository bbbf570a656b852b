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
  if (!(await page.evaluate(() => 'axe' in window))) {
    // `page.evaluate` takes longer for a text of this size.
    const session = await page.context().newCDPSession(page);
    await session.send('Runtime.evaluate', { expression: `${AXE};0` });
    await session.detach();
  }
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

/** Overflow, and texts in drawings that overlap or leave the window; `rules` are added to the page's style meanwhile. */
async function misplaced(page: Page, rules = ''): Promise<string[]> {
  return page.evaluate((added) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(added);
    document.adoptedStyleSheets = added === '' ? [] : [sheet];
    const pixels = document.documentElement.scrollWidth - innerWidth;
    const found = [...document.querySelectorAll('svg')].flatMap((svg) => {
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
    });
    document.adoptedStyleSheets = [];
    return pixels > 0 ? [`${pixels} px wider than the window`, ...found] : found;
  }, rules);
}

/**
 * Drawings with a length unit in an attribute, such as `y="1rem"`: WebKit doesn't read all units there, so they belong in CSS;
 * percentages are read everywhere. And fields with letters below 16 px, which iPhones zoom into.
 */
async function unlikeSafari(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const units = [...document.querySelectorAll('svg, svg *')].flatMap((element) =>
      [...element.attributes]
        .filter(({ name, value }) => name !== 'id' && name !== 'class' && /^[-+]?[\d.]+[a-z]+$/i.test(value))
        .map(({ name, value }) => `a length unit in <${element.localName} ${name}="${value}">`),
    );
    const typed = 'select, textarea, input:not([type=hidden], [type=radio], [type=checkbox], [type=file])';
    const small = [...document.querySelectorAll(typed)]
      .filter((field) => parseFloat(getComputedStyle(field).fontSize) < 16)
      .map((field) => `small letters in ${field.getAttribute('name')}`);
    return [...new Set(units), ...small];
  });
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
export async function problems(page: Page): Promise<string[]> {
  const found: string[] = [];
  const note = (where: string, what: readonly string[]) =>
    void found.push(...what.map((each) => `${page.url()} ${where}: ${each}`));
  note('in Safari', await unlikeSafari(page));
  for (const { size, colorScheme } of LOOKS) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    note(colorScheme, [...(await misplaced(page)), ...(await violations(page))]);
  }
  note('with letters of 200 % on a phone', await misplaced(page, 'html { font-size: 200% !important }'));
  await page.setViewportSize(SMALL_PHONE);
  note('on a small phone', await brokenTimes(page));
  if ((await moving(page)) > 0) note('with less motion', ['something moves']);
  note('with text spread', await cutOff(page));
  for (const { zoom, size } of ENLARGED) {
    await page.setViewportSize(size);
    note(`at ${zoom}`, await misplaced(page));
  }
  return found;
}
