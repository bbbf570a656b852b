/** Upkeep of the log and of what is made from it, as the owner's page shows it. */

/** The last check or rebuild. */
export interface UpkeepJob {
  /** `verify`, or the name of the read model that is rebuilt. */
  readonly task: string;
  /** Failed: a check found a changed event, or a rebuild left the read model as it was. */
  readonly state: 'running' | 'done' | 'failed';
  readonly position: number;
  /** The last position of the log when it started. */
  readonly end: number;
}

export interface UpkeepView {
  /** The last position of the log. */
  readonly position: number;
  readonly readModels: readonly { readonly name: string; readonly version: number; readonly position: number }[];
  /** Workers that follow the log: the last position that each has handled, and how many events wait to be tried again. */
  readonly workers: readonly { readonly name: string; readonly position: number; readonly postponed: number }[];
  readonly job: UpkeepJob | null;
}

export const UPKEEP_PATH = '/app/admin/upkeep';
