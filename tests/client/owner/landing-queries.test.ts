import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openBrowser } from '../shell/query/open-browser.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test.each(['users', 'stats', 'needsAttention', 'nearVisits'] as const)(
  'a read of %s that fails on the admin landing is retried after a second, and no other read is',
  async (name) => {
    const { open, count } = openBrowser(name);
    const opened = open('/app/admin');
    await vi.advanceTimersByTimeAsync(1000);
    await opened;
    const counts = (['users', 'stats', 'needsAttention', 'nearVisits'] as const).map((each) => [each, count(each)]);
    expect(Object.fromEntries(counts)).toEqual({ users: 1, stats: 1, needsAttention: 1, nearVisits: 1, [name]: 2 });
  },
);
