import type { Flash } from '#shared/calls/flash.ts';
import type { BrowserRecord } from './browser-record.ts';

/** Only the notes are longer in a normal form. */
const LONG = 300;

function withoutLongValues(values: Flash['values']): Flash['values'] {
  const isShort = (value: string) => value.length <= LONG;
  return Object.fromEntries(Object.entries(values).map(([name, texts]) => [name, texts.filter(isShort)]));
}

/** Leaves a flash for the next page. When the typed values are too much for cookies, drops the long ones first, then all. */
export function leaveFlash(browser: BrowserRecord, flash: Flash): void {
  const { values } = flash;
  const isLeft = [values, withoutLongValues(values), {}].some((fewer) =>
    browser.put('flash', { ...flash, values: fewer }),
  );
  if (!isLeft) browser.forget('flash');
}

/**
 * The flash for this page. It stays when the page is reloaded, so that typed values are not lost, and is removed when another
 * page is opened. A notice of success is shown once.
 */
export function readFlash(browser: BrowserRecord, page: string): Flash | null {
  const flash = browser.get('flash');
  if (flash?.page === page && flash.notice === undefined) return flash;
  browser.forget('flash');
  return flash?.page === page ? flash : null;
}
