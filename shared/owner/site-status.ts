/** Whether everything that follows the log keeps up, as the owner's page of statistics shows it. Instants are milliseconds. */
export interface SiteStatus {
  /** Number of events. */
  readonly events: number;
  /** When every event was checked last; null for never. */
  readonly checkedAt: number | null;
  /** Number of events that some page doesn't show yet. */
  readonly behind: number;
  readonly jobs: { readonly waiting: number; readonly late: number };
  /** When the backup was written last; null for never. */
  readonly backedUpAt: number | null;
  /** The running or the last rebuild, the number of events that it has reached, and when it ended; null for none. */
  readonly rebuild: {
    readonly state: 'running' | 'done' | 'failed';
    readonly events: number;
    readonly endedAt: number | null;
  } | null;
}
