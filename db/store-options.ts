import type { DiskFailure, DiskUse } from './disk-guard.ts';
import type { Seal } from './integrity/seal-reasons.ts';

/** How a store is opened. */
export interface StoreOptions extends DiskUse {
  /** Folder of the database files; created when missing. */
  readonly folder: string;
  /** Returns the instant, in milliseconds, at which events are recorded. */
  readonly now: () => number;
  /** How often, in milliseconds, the files are checked, and the first pause before a failed step is repeated: a second by default. */
  readonly paceMs?: number;
  /** Why the disk has just refused another file, if it has: the store is then sealed from the start. */
  readonly refused?: unknown;
  /** Called with failures outside of changes, and with other news. */
  readonly report?: (message: string, detail: unknown) => void;
  /** Called when the log turns out to be damaged while it is open: every change is refused from then on. */
  readonly onSealed?: (seal: Seal) => void;
  /** Called once, when the disk can no longer be relied on: the process must end and start again from what is on it. */
  readonly onFailure?: (failure: DiskFailure) => void;
}
