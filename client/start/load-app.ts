/** Elements that a visitor can press, type into or follow. */
const CONTROL = 'a, button, input, select, textarea, label, summary';

/** Links from documents into the app. */
const APP_LINK = 'a:is([href^="/app"], [href^="/book"], [href="/login"])';

/** Events that a visitor is about to use an element. */
const APPROACH_EVENTS = ['pointerover', 'pointerdown', 'focusin'] as const;

/** Events that a visitor is about to do more than read. */
const INTENT_EVENTS = [...APPROACH_EVENTS, 'keydown', 'input'] as const;

/** Calls back once: at the first of these events on one of these elements, at any key, or now if one of the elements has the focus. */
function onIntent(types: readonly string[], elements: string, callBack: () => void): void {
  const listener = ({ type, target }: Event) => {
    if (type !== 'keydown' && !(target instanceof Element && target.closest(elements))) return;
    for (const each of types) removeEventListener(each, listener, true);
    callBack();
  };
  if (document.activeElement?.matches(elements)) callBack();
  else for (const each of types) addEventListener(each, listener, { capture: true, passive: true });
}

export function addLink(attributes: Partial<HTMLLinkElement>): void {
  document.head.append(Object.assign(document.createElement('link'), attributes));
}

/** Fetches the files in parallel. */
function preload(files: readonly string[], nonce: string): void {
  for (const href of files) addLink({ rel: 'modulepreload', href, nonce });
}

/** Runs the files one after another, each in a task of its own, so that the browser can handle input in between. */
async function importInOrder(files: readonly string[]): Promise<void> {
  for (const file of files) {
    await import(/* @vite-ignore */ file);
    await new Promise((resolve) => setTimeout(resolve));
  }
}

/** Loads the app `now` or at the first sign of `intent`. `files` are the addresses of its scripts, in the order in which they run. */
export function loadApp({ when, files = '' }: DOMStringMap, nonce = ''): void {
  const addresses = files.split(' ');
  const load = () => {
    preload(addresses, nonce);
    void importInOrder(addresses);
  };
  if (when === 'now') load();
  else onIntent(INTENT_EVENTS, CONTROL, load);
}

/**
 * Fetches the app's scripts before a visitor follows a link into it. Fetches its style sheet at once, because that delays the app's first paint,
 * and documents have their styles inline.
 */
export function preloadApp({ files = '', styles }: DOMStringMap, nonce = ''): void {
  if (styles !== undefined) addLink({ rel: 'prefetch', as: 'style', href: styles });
  onIntent(APPROACH_EVENTS, APP_LINK, () => preload(files.split(' '), nonce));
}
