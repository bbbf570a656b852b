const CONTROL = 'a, button, input, select, textarea, label, summary';

const APP_LINK = 'a:is([href^="/app"], [href^="/book"], [href="/login"])';

const APPROACH_EVENTS = ['pointerover', 'pointerdown', 'focusin'] as const;

const INTENT_EVENTS = [...APPROACH_EVENTS, 'keydown', 'input'] as const;

/** Once: at the first of these events on one of these elements, at any key, or now if one has the focus. */
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

function preload(files: readonly string[], nonce: string): void {
  for (const href of files) addLink({ rel: 'modulepreload', href, nonce });
}

/** Each in a task of its own, so that the browser can handle input in between. */
async function importInOrder(files: readonly string[]): Promise<void> {
  for (const file of files) {
    await import(/* @vite-ignore */ file);
    await new Promise((resolve) => setTimeout(resolve));
  }
}

/** `files`: addresses of its scripts, in the order in which they run. */
export function loadApp({ when, files = '' }: DOMStringMap, nonce = ''): void {
  const addresses = files.split(' ');
  const load = () => {
    preload(addresses, nonce);
    void importInOrder(addresses);
  };
  if (when === 'now') load();
  else onIntent(INTENT_EVENTS, CONTROL, load);
}

/** Before a visitor follows a link into the app. The style sheet at once, because it delays the app's first paint. */
export function preloadApp({ files = '', styles }: DOMStringMap, nonce = ''): void {
  if (styles !== undefined) addLink({ rel: 'prefetch', as: 'style', href: styles });
  onIntent(APPROACH_EVENTS, APP_LINK, () => preload(files.split(' '), nonce));
}
