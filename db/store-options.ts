import type { DiskFailure, DiskUse } from './disk-guard.ts';
import type { Seal } from './integrity/seal.ts';

/** How a store is opened. */
export interface StoreOptions extends DiskUse {
  /** Folder of the database; created when missing. */
  readonly folder: string;
  /** Returns the instant, in milliseconds, at which events are recorded. */
  readonly now: () => number;
  /** How often, in milliseconds, the files are checked, and the first pause before a failed step is repeated: a second by default. */
  readonly paceMs?: number;
  /** Whether the sandbox payment provider keeps its payments here. */
  readonly withSandbox?: boolean;
  /** Called with failures outside of changes, and with other news. */
  readonly report?: (message: string, detail: unknown) => void;
  /** Called when the log turns out to be damaged while it is open: every change is refused from then on. */
  readonly onSealed?: (seal: Seal) => void;
  /** Called once, when the disk can no longer be relied on: the process must end and start again from what is on it. */
  readonly onFailure?: (failure: DiskFailure) => void;
}
