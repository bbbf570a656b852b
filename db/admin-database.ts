import { FatalError } from './fatal-error.ts';
import type { JobSpec } from './jobs.ts';
import type { Verification } from './log/verify.ts';
import type { Store, StoreOptions } from './store.ts';
import type { Queries } from './tables.ts';

export type DatabaseLocation = Pick<StoreOptions, 'folder' | 'url'>;

export class NoEventLog extends FatalError {}

export interface DatabaseReader {
  readonly db: Queries;
  close(): void | Promise<void>;
}

export interface DatabaseCheck {
  readonly chain: Verification | null;
  /** What is wrong with the file, and what to do; null if it is intact. */
  readonly damage: string | null;
  readonly hashAt: string | null;
}

export interface CheckOptions {
  readonly hashOf?: number | undefined;
  readonly onPage?: (position: number, end: number) => void;
}

/** For the operator's commands, with or without a running server. */
export interface AdminDatabase {
  openReader(): DatabaseReader | Promise<DatabaseReader>;
  openStore(options: Pick<StoreOptions, 'now' | 'jobSources' | 'report'>): Promise<Store | null>;
  /** The server, or the next process that opens the store, runs them. Existing jobs stay, unless `wakes` is set. */
  requestJobs(jobs: readonly JobSpec[], at: number): Promise<void>;
  verify(options?: CheckOptions): Promise<DatabaseCheck>;
  inspect(): Promise<{ readonly isServerRunning: boolean; readonly fault: string | null }>;
}
