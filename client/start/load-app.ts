import { isTakenOver } from '../shell/taken-over.ts';

/** What can be pressed, typed into, or followed. */
const CONTROL = 'a, button, input, select, textarea, label, summary';

/** Signs that a visitor is about to do more than read. */
const SIGNS = ['pointerover', 'pointerdown', 'focusin', 'keydown', 'input'] as const;

function isIntent({ type, target }: Event): boolean {
  if (type === 'keydown') return true;
  return target instanceof Element && target.closest(CONTROL) !== null;
}

/** Calls back once, at the first sign that the visitor will use the page, or now if there was one before this script ran. */
function onIntent(callBack: () => void): void {
  const look = (event: Event) => {
    if (!isIntent(event)) return;
    for (const sign of SIGNS) removeEventListener(sign, look, true);
    callBack();
  };
  if (document.activeElement?.matches(CONTROL)) callBack();
  else for (const sign of SIGNS) addEventListener(sign, look, { capture: true, passive: true });
}

/** Calls back after the next paint; a page in the background is not painted. */
function afterPaint(callBack: () => void): void {
  if (document.hidden) callBack();
  else requestAnimationFrame(() => setTimeout(callBack));
}

/** Loads a page again that the browser restores and that was left before the app took over: the app would see whose it is. */
function reloadUnlessTaken(): void {
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted || isTakenOver()) return;
    document.documentElement.hidden = true;
    location.reload();
  });
}

/** Fetches the files together, and runs each in a task of its own, so that the browser can take input in between. */
async function run(files: readonly string[], nonce: string): Promise<void> {
  for (const href of files) {
    const link = document.createElement('link');
    Object.assign(link, { rel: 'modulepreload', href, nonce });
    document.head.append(link);
  }
  for (const file of files) {
    await import(/* @vite-ignore */ file);
    await new Promise((resolve) => setTimeout(resolve));
  }
}

/**
 * Loads the app when the page says: `now`, after the first `paint`, or at the first sign of `intent`. `files` are their addresses, in the
 * order in which they run.
 */
export function loadApp({ when, files = '' }: DOMStringMap, nonce = ''): void {
  const load = () => void run(files.split(' '), nonce);
  if (when !== 'intent') reloadUnlessTaken();
  if (when === 'intent') onIntent(load);
  else if (when === 'paint') afterPaint(load);
  else load();
}
