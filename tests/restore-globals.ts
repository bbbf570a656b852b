import { afterAll, vi } from 'vitest';

// Files of one worker share its globals, and the next file is loaded before Vitest unstubs those that the last test left.
afterAll(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.useRealTimers();
});
