/** Instants are milliseconds. */
export interface SiteStatus {
  readonly events: number;
  /** When every event was checked last; null for never. */
  readonly checkedAt: number | null;
  /** Events that some page doesn't show yet. */
  readonly behind: number;
  readonly jobs: { readonly waiting: number; readonly late: number };
  readonly backedUpAt: number | null;
  /** The running or the last rebuild, and the number of events that it has reached. */
  readonly rebuild: {
    readonly state: 'running' | 'done' | 'failed';
    readonly events: number;
    readonly endedAt: number | null;
  } | null;
}
