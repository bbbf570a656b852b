import type { Flash } from '#shared/flash.ts';
import type { BrowserRecord } from './browser-record.ts';

/** No honest answer is longer, but for the notes. */
const LONG = 300;

function withoutLongValues(values: Flash['values']): Flash['values'] {
  const isShort = (value: string) => value.length <= LONG;
  return Object.fromEntries(Object.entries(values).map(([name, texts]) => [name, texts.filter(isShort)]));
}

/**
 * Leaves a flash for the next page. When what a visitor typed is too much for cookies, what is too long stays behind first, and then
 * all of it.
 */
export function leaveFlash(browser: BrowserRecord, flash: Flash): void {
  const { values } = flash;
  const isLeft = [values, withoutLongValues(values), {}].some((fewer) =>
    browser.put('flash', { ...flash, values: fewer }),
  );
  if (!isLeft) browser.forget('flash');
}

/**
 * The flash that was left for this page. It stays while the page is loaded again, so that nothing typed is lost by that, and
 * goes when another page is opened. One that says what was done is shown once.
 */
export function readFlash(browser: BrowserRecord, page: string): Flash | null {
  const flash = browser.get('flash');
  if (flash?.page === page && flash.notice === undefined) return flash;
  browser.forget('flash');
  return flash?.page === page ? flash : null;
}
