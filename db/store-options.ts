import type { StartFailure } from './disk/start-failure.ts';
import type { FileUse } from './integrity/open-file.ts';
import type { JobSource } from './jobs.ts';

/** How a store is opened. */
export interface StoreOptions extends FileUse {
  /** Folder of the database; created when missing. */
  readonly folder: string;
  /** Returns the instant, in milliseconds, at which events are recorded. */
  readonly now: () => number;
  /** The kinds of jobs that events cause: the same for every process that records events. */
  readonly jobSources?: readonly JobSource[];
  /** How often, in milliseconds, what has failed is tried again: a second by default. */
  readonly paceMs?: number;
  /** Whether to rebuild every projection. */
  readonly hasStaleProjections?: boolean;
  /** Whether the sandbox payment provider keeps its payments here. */
  readonly withSandbox?: boolean;
  /** Called with failures outside of changes, and with other news. */
  readonly report?: (message: string, detail: unknown) => void;
  /** Called when the database turns out to be broken: the process must end, and start from what is on the disk. */
  readonly onBroken?: (failure: StartFailure) => void;
}
