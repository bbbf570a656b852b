/** Timeout of each request that a check sends. */
export const CHECK_TIMEOUT_MS = 10_000;

/** The result of checking one part of the installation. */
export interface Finding {
  readonly part: string;
  /** `warning`: it works, but the operator should act. `local`: a stand-in on this machine, with nothing to check. */
  readonly state: 'ok' | 'warning' | 'failed' | 'local';
  /** The result in words; for `warning` and `failed` also the remedy. */
  readonly words: string;
}

/** Makes the findings of one part. */
export function findingsOf(part: string) {
  const finding = (state: Finding['state']) => (words: string) => ({ part, state, words });
  return { ok: finding('ok'), warning: finding('warning'), failed: finding('failed'), local: finding('local') };
}
