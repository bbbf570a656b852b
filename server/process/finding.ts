export const CHECK_TIMEOUT_MS = 10_000;

export interface Finding {
  readonly part: string;
  /** `local`: a stand-in, with nothing to check. */
  readonly state: 'ok' | 'warning' | 'failed' | 'local';
  /** For `warning` and `failed` also the remedy. */
  readonly words: string;
}

export function findingsOf(part: string) {
  const finding = (state: Finding['state']) => (words: string) => ({ part, state, words });
  return { ok: finding('ok'), warning: finding('warning'), failed: finding('failed'), local: finding('local') };
}
