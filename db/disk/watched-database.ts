import { type Stats, statSync } from 'node:fs';
import { basename } from 'node:path';
import { Journal } from './journal.ts';

/** State of a file after this process last wrote to it; a difference shows that another process wrote to it. */
export type Mark = Pick<Stats, 'dev' | 'ino' | 'size' | 'mtimeMs'>;

export function markOf(path: string): Mark | undefined {
  return statSync(path, { throwIfNoEntry: false });
}

/** Says what happened to a file since it was marked; null for nothing. */
type Comparison = (path: string, before: Mark, after: Mark | undefined) => string | null;

export const displacement: Comparison = (path, before, after) => {
  if (!after) return `${basename(path)} was removed while it was in use`;
  if (after.ino === before.ino && after.dev === before.dev) return null;
  return `${basename(path)} was replaced while it was in use`;
};

/** As `displacement`; also detects that another process wrote to the file. */
const intrusion: Comparison = (path, before, after) => {
  const displaced = displacement(path, before, after);
  if (displaced !== null || after?.mtimeMs === before.mtimeMs) return displaced;
  const isCut = after !== undefined && after.size < before.size;
  return `${basename(path)} was ${isCut ? 'cut off' : 'written to by another process'} while it was in use`;
};

/** Work of a connection that has ended. */
export interface Work {
  /** Whether it was a checkpoint. */
  readonly isCheckpoint: boolean;
}

/** A database file and its journal, which only this process writes. */
export class WatchedDatabase {
  readonly file: string;
  readonly #journal: Journal;
  readonly #paths: readonly [string, string];
  #marks: (Mark | undefined)[] = [];
  /** Whether a transaction is open: some of its pages may be written already. */
  isWriting = false;

  constructor(file: string) {
    this.file = file;
    this.#paths = [file, `${file}-wal`];
    this.#journal = new Journal(file);
    this.#marks = this.#paths.map(markOf);
  }

  /** What other processes did to the files since the last mark; null for nothing. */
  intrusion(): string | null {
    if (this.isWriting) return null;
    const found = this.#compare([intrusion, intrusion], this.#paths.map(markOf));
    if (found !== null || !this.#journal.isIndexAltered()) return found;
    return `${basename(this.file)}-shm was cut off or written to by another process while it was in use`;
  }

  /** Marks the files after a write by this process; returns what another process did to them, also during the write. */
  note({ isCheckpoint }: Work): string | null {
    const after = this.#paths.map(markOf);
    // Only a checkpoint writes to the database file itself.
    const found = this.#compare([isCheckpoint ? displacement : intrusion, displacement], after);
    this.#marks = after;
    if (found !== null) return found;
    return this.tornJournal();
  }

  tornJournal(): string | null {
    return this.#journal.isTorn()
      ? `${basename(this.#paths[1])} was cut off or written to by another process while it was in use`
      : null;
  }

  get isCheckpointDue(): boolean {
    return this.#journal.isCheckpointDue();
  }

  get isJournalAhead(): boolean {
    return this.#journal.isAhead;
  }

  #compare(comparisons: readonly [Comparison, Comparison], after: readonly (Mark | undefined)[]): string | null {
    for (const [index, path] of this.#paths.entries()) {
      const before = this.#marks[index];
      const found = before ? comparisons[index]!(path, before, after[index]) : null;
      if (found !== null) return found;
    }
    return null;
  }
}
