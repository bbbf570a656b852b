import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ToastStore } from '#client/shell/toasts/toast-store.ts';
import { ToastProvider, useToast } from '#client/shell/toasts/toasts.tsx';

function Thing() {
  useToast();
  return 'a thing';
}

test('the region that announces toasts is there before the first one', () => {
  const html = renderToString(
    <ToastProvider>
      <Thing />
    </ToastProvider>,
  );
  expect(html).toContain('a thing');
  expect(html).toMatch(/<output[^>]*aria-live="polite"/);
});

test('use outside the provider throws', () => {
  expect(() => renderToString(<Thing />)).toThrow('useToast must be used within a ToastProvider');
});

describe('a toast', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  test('disappears by itself after three seconds', () => {
    const store = new ToastStore();
    store.show('Copied', 'success');
    expect(store.get()).toMatchObject([{ message: 'Copied', type: 'success' }]);
    vi.advanceTimersByTime(2999);
    expect(store.get()).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(store.get()).toEqual([]);
  });

  test('disappears when it is dismissed, and other toasts stay', () => {
    const store = new ToastStore();
    const first = store.show('First');
    vi.advanceTimersByTime(1000);
    store.show('Second', 'error');
    store.dismiss(first);
    expect(store.get()).toMatchObject([{ message: 'Second', type: 'error' }]);
    vi.advanceTimersByTime(2500);
    expect(store.get()).toHaveLength(1);
    vi.advanceTimersByTime(500);
    expect(store.get()).toEqual([]);
  });

  test('is reported to every listener until it unsubscribes', () => {
    const store = new ToastStore();
    let changes = 0;
    const stop = store.subscribe(() => {
      changes += 1;
    });
    store.dismiss(store.show('Hello'));
    stop();
    store.show('Unheard');
    expect(changes).toBe(2);
  });
});
