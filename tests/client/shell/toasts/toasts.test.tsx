import { JSDOM } from 'jsdom';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { storeShownToasts, showStoredToast, showToast } from '#client/shell/toasts/toast-messages.ts';
import { markTakenOver } from '#client/shell/taken-over.ts';
import { ToastProvider, useToast } from '#client/shell/toasts/toasts.tsx';

function Thing() {
  useToast();
  return 'a thing';
}

const html = renderToString(
  <ToastProvider>
    <main>
      a thing
      <output />
    </main>
  </ToastProvider>,
);

test('use outside the provider throws', () => {
  expect(() => renderToString(<Thing />)).toThrow('useToast must be used within a ToastProvider');
});

describe('a toast', () => {
  let document: Document;
  let window: JSDOM['window'];

  beforeEach(() => {
    vi.useFakeTimers();
    ({ window } = new JSDOM(html, { url: 'https://halfday.example' }));
    document = window.document;
    vi.stubGlobal('document', document);
    vi.stubGlobal('sessionStorage', window.sessionStorage);
    vi.stubGlobal('addEventListener', window.addEventListener.bind(window));
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  const shown = () =>
    Array.from(document.querySelectorAll<HTMLElement>('.toast:not([hidden])'), ({ dataset, textContent }) => [
      dataset['type'],
      textContent,
    ]);

  test('disappears after three seconds', () => {
    showToast('Copied', 'success');
    expect(shown()).toEqual([['success', 'Copied']]);
    vi.advanceTimersByTime(2999);
    expect(shown()).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(shown()).toEqual([]);
  });

  test('of a page that is left within three seconds is shown by the next', () => {
    showToast('Signed out', 'success');
    window.dispatchEvent(new window.Event('pagehide'));
    document.querySelector('.toast:not([hidden])')!.remove();
    showStoredToast();
    expect(shown()).toEqual([['success', 'Signed out']]);
  });

  test('leaves the page before hydration and comes back after it', () => {
    showToast('Saved', 'success');
    storeShownToasts();
    showStoredToast();
    expect(shown()).toEqual([]);
    markTakenOver();
    showStoredToast();
    expect(shown()).toEqual([['success', 'Saved']]);
  });
});
