/** What a check of one part of the installation found. */
export interface Finding {
  readonly part: string;
  /** `warning`: it works, but somebody should look. `local`: a stand-in on this machine, with nothing to check. */
  readonly state: 'ok' | 'warning' | 'failed' | 'local';
  /** What was found; for `warning` and `failed` also what to do. */
  readonly words: string;
}

/** Makes the findings of one part. */
export function findingsOf(part: string) {
  const finding = (state: Finding['state']) => (words: string) => ({ part, state, words });
  return { ok: finding('ok'), warning: finding('warning'), failed: finding('failed'), local: finding('local') };
}
