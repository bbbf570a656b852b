/** Runs in each page of WebKit before its own scripts: finds elements by Playwright's selectors, and reports errors. */
import { Ivya } from 'ivya';

const ivya = Ivya.create({ browser: 'webkit' });
const findAll = (selector: string) => ivya.queryLocatorSelectorAll(selector, document);

function findOnly(selector: string): Element {
  const [element, ...others] = findAll(selector);
  if (element && others.length === 0) return element;
  throw new Error(`${element ? others.length + 1 : 0} elements are: ${selector}`);
}

/** Scrolls an element to the middle of the window, where no bar covers it. */
function showOnly(selector: string): Element {
  const element = findOnly(selector);
  findOnly(`${selector} >> visible=true`);
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
  return element;
}

/** The handler that `webkit-window.py` registers. */
const { complaint } = (window as unknown as { webkit: { messageHandlers: { complaint: MessagePort } } }).webkit
  .messageHandlers;

function complain(...words: unknown[]): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- It's the window's own handler, and no other page.
  complaint.postMessage(words.map(String).join(' ').replaceAll('\n', ' '));
}

Object.assign(window, { findAll, findOnly, showOnly });
for (const level of ['error', 'warn'] as const) console[level] = complain;
addEventListener('error', ({ message }) => complain(message));
addEventListener('unhandledrejection', ({ reason }) => {
  // WebKit reports this of a restored page that was left during its view transition.
  if (!String(reason).startsWith('AbortError: Skipping view transition')) complain(reason);
});
addEventListener('securitypolicyviolation', (event) => complain(event.violatedDirective, 'blocked', event.blockedURI));
