/** What can be pressed, typed into, or followed. */
const CONTROL = 'a, button, input, select, textarea, label, summary';

/** Links of documents that lead into the app. */
const INTO_APP = 'a:is([href^="/app"], [href^="/book"], [href="/login"])';

/** Signs that a visitor is about to use an element. */
const NEAR = ['pointerover', 'pointerdown', 'focusin'] as const;

/** Signs that a visitor is about to do more than read: a key can be for any element. */
const SIGNS = [...NEAR, 'keydown', 'input'] as const;

/** Calls back once, at the first of these signs at one of these elements, or now if the focus is there already. */
function onIntent(signs: readonly string[], elements: string, callBack: () => void): void {
  const look = ({ type, target }: Event) => {
    if (type !== 'keydown' && !(target instanceof Element && target.closest(elements))) return;
    for (const sign of signs) removeEventListener(sign, look, true);
    callBack();
  };
  if (document.activeElement?.matches(elements)) callBack();
  else for (const sign of signs) addEventListener(sign, look, { capture: true, passive: true });
}

export function addLink(attributes: Partial<HTMLLinkElement>): void {
  document.head.append(Object.assign(document.createElement('link'), attributes));
}

/** Fetches the files together. */
function fetchAhead(files: readonly string[], nonce: string): void {
  for (const href of files) addLink({ rel: 'modulepreload', href, nonce });
}

/** Runs each of the files in a task of its own, so that the browser can take input in between. */
async function run(files: readonly string[]): Promise<void> {
  for (const file of files) {
    await import(/* @vite-ignore */ file);
    await new Promise((resolve) => setTimeout(resolve));
  }
}

/** Loads the app when the page says: `now`, or at the first sign of `intent`. `files` are their addresses, in the order in which they run. */
export function loadApp({ when, files = '' }: DOMStringMap, nonce = ''): void {
  const addresses = files.split(' ');
  const load = () => {
    fetchAhead(addresses, nonce);
    void run(addresses);
  };
  if (when === 'now') load();
  else onIntent(SIGNS, CONTROL, load);
}

/**
 * Fetches the app's files before a link into it is followed, and runs none of them. Its style sheet doesn't wait for intent: it delays the first
 * paint of the app, and a document has none in a file.
 */
export function preloadApp({ files = '', styles }: DOMStringMap, nonce = ''): void {
  if (styles !== undefined) addLink({ rel: 'prefetch', as: 'style', href: styles });
  onIntent(NEAR, INTO_APP, () => fetchAhead(files.split(' '), nonce));
}
