import { beforeEach, expect, test, vi } from 'vitest';
import { THEME_SCRIPT, getTheme, setTheme } from '#client/shell/theme/theme.ts';

let stored: Map<string, string>;
let dataset: Record<string, string>;
let listeners: Set<(event: object) => void>;

beforeEach(() => {
  stored = new Map();
  dataset = {};
  listeners = new Set();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
  vi.stubGlobal('document', { documentElement: { dataset } });
  vi.stubGlobal('addEventListener', (_: string, listener: (event: object) => void) => listeners.add(listener));
  vi.stubGlobal('removeEventListener', (_: string, listener: (event: object) => void) => listeners.delete(listener));
});

function runInHead(): void {
  // oxlint-disable-next-line typescript/no-implied-eval, no-new-func -- the page's head runs this text, and nothing else proves what it does
  new Function(THEME_SCRIPT)();
}

test('a choice is stored under `theme` and applied at once; choosing the system removes it', () => {
  setTheme('dark');
  expect([stored.get('theme'), dataset['theme'], getTheme()]).toEqual(['dark', 'dark', 'dark']);
  setTheme('system');
  expect([stored.get('theme'), dataset['theme'], getTheme()]).toEqual(['system', undefined, 'system']);
});

test.each([
  ['dark', 'dark'],
  ['light', 'light'],
  ['system', undefined],
  ['"><script>', undefined],
])('the script in the head turns the stored %s into %s', (choice, attribute) => {
  stored.set('theme', choice);
  runInHead();
  expect(dataset['theme']).toBe(attribute);
});

test('without storage the system decides, and a choice applies until the page is left', () => {
  const refuse = () => {
    throw new Error('refused');
  };
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse });
  runInHead();
  expect(getTheme()).toBe('system');
  setTheme('dark');
  expect(dataset['theme']).toBe('dark');
});
