/** Upkeep of the log and of what is made from it, as the owner's page shows it. */

/** The last check or rebuild. */
export interface UpkeepJob {
  /** `verify`, or the name of the projection that is rebuilt. */
  readonly task: string;
  /** Failed: a check found a changed event, or a rebuild left the projection as it was. */
  readonly state: 'running' | 'done' | 'failed';
  readonly position: number;
  /** The last position of the log when it started. */
  readonly end: number;
}

/** A worker that follows the log. */
export interface FollowerLag {
  readonly name: string;
  /** The last position that it has handled or postponed. */
  readonly position: number;
  /** Number of earlier events that are tried again. */
  readonly postponed: number;
  /** Number of later events that it has not come to; null when it does not run, because nothing is saved. */
  readonly waiting: number | null;
}

export interface UpkeepView {
  /** The last position of the log. */
  readonly position: number;
  readonly projections: readonly { readonly name: string; readonly position: number }[];
  readonly workers: readonly FollowerLag[];
  readonly job: UpkeepJob | null;
}

export const UPKEEP_PATH = '/app/admin/upkeep';
