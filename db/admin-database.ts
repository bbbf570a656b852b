import { FatalError } from './fatal-error.ts';
import type { JobSpec } from './jobs.ts';
import type { Verification } from './log/verify.ts';
import type { Store, StoreOptions } from './store.ts';
import type { Queries } from './tables.ts';

/** Where the database of a site is: at an address, or, without one, in a data folder. */
export type DatabaseLocation = Pick<StoreOptions, 'folder' | 'url'>;

/** The database is new. */
export class NoEventLog extends FatalError {}

export interface DatabaseReader {
  readonly db: Queries;
  close(): void | Promise<void>;
}

export interface DatabaseCheck {
  /** Null when the events cannot be read. */
  readonly chain: Verification | null;
  /** What is wrong with its pages, and what to do; null when all are whole. */
  readonly damage: string | null;
  readonly hashAt: string | null;
}

export interface CheckOptions {
  readonly hashOf?: number | undefined;
  readonly onPage?: (position: number, end: number) => void;
}

/** What the operator's commands do with a database, beside a running server or without one. */
export interface AdminDatabase {
  openReader(): DatabaseReader | Promise<DatabaseReader>;
  /** Opens the store; null while only another process may write. */
  openStore(options: Pick<StoreOptions, 'now' | 'jobSources' | 'report'>): Promise<Store | null>;
  /** Has the server, or whichever process opens the store next, run jobs. An existing job is left alone unless `wakes` is set. */
  requestJobs(jobs: readonly JobSpec[], at: number): Promise<void>;
  verify(options?: CheckOptions): Promise<DatabaseCheck>;
  /** Whether a server runs, and what is wrong with the last events; null when they are as they were written. */
  inspect(): Promise<{ readonly isServerRunning: boolean; readonly fault: string | null }>;
}
