/** Instants are milliseconds. */
export interface SiteStatus {
  readonly events: number;
  readonly checkedAt: number | null;
  /** Events that some page doesn't show yet. */
  readonly behind: number;
  readonly jobs: { readonly waiting: number; readonly late: number };
  readonly backedUpAt: number | null;
  /** The running or last rebuild, with its number of events so far. */
  readonly rebuild: {
    readonly state: 'running' | 'done' | 'failed';
    readonly events: number;
    readonly endedAt: number | null;
  } | null;
}
