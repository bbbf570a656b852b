/** Runs in each page of WebKit before its own scripts: finds elements by Playwright's selectors, and reports errors. */
import { Ivya } from 'ivya';

declare global {
  interface Window {
    /** The handler that `webkit-window.py` has registered. */
    readonly webkit: { readonly messageHandlers: { readonly complaint: MessagePort } };
  }
}

const ivya = Ivya.create({ browser: 'webkit' });
Object.assign(window, { findAll: (selector: string) => ivya.queryLocatorSelectorAll(selector, document) });

function complain(...words: unknown[]): void {
  const line = words.map(String).join(' ').replaceAll('\n', ' ');
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- It's the window's own handler, and no other page.
  window.webkit.messageHandlers.complaint.postMessage(line);
}

for (const level of ['error', 'warn'] as const) console[level] = complain;
addEventListener('error', ({ message }) => complain(message));
addEventListener('unhandledrejection', ({ reason }) => {
  // What WebKit reports of a page that it restores: it was left during its transition.
  if (!String(reason).startsWith('AbortError: Skipping view transition')) complain(reason);
});
addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
  complain(`the policy's ${violatedDirective} blocked ${blockedURI}`),
);
