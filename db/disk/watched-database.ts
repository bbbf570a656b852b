import { type Stats, statSync } from 'node:fs';
import { basename } from 'node:path';
import { Journal } from './journal.ts';

/** Bytes of a file as this process left them; what another process writes shows here. */
export type Mark = Pick<Stats, 'dev' | 'ino' | 'size' | 'mtimeMs'>;

export function markOf(path: string): Mark | undefined {
  return statSync(path, { throwIfNoEntry: false });
}

/** Tells what happened to a file that had a mark; null for nothing. */
type Comparison = (path: string, before: Mark, after: Mark | undefined) => string | null;

export const displacement: Comparison = (path, before, after) => {
  if (!after) return `${basename(path)} was removed while it was in use`;
  if (after.ino === before.ino && after.dev === before.dev) return null;
  return `${basename(path)} was replaced while it was in use`;
};

/** The same, and what only this process may do between two looks. */
const intrusion: Comparison = (path, before, after) => {
  const displaced = displacement(path, before, after);
  if (displaced !== null || after?.mtimeMs === before.mtimeMs) return displaced;
  const isCut = after !== undefined && after.size < before.size;
  return `${basename(path)} was ${isCut ? 'cut off' : 'written to by another process'} while it was in use`;
};

/** What a connection does. */
export interface Work {
  /** Whether it copies its journal into its file. */
  readonly isCheckpoint: boolean;
}

/** A database file and its journal, which only this process writes. */
export class WatchedDatabase {
  readonly file: string;
  readonly #journal: Journal;
  readonly #paths: readonly [string, string];
  #marks: (Mark | undefined)[] = [];
  /** Whether a transaction is open: its pages may be written already. */
  isWriting = false;

  constructor(file: string) {
    this.file = file;
    this.#paths = [file, `${file}-wal`];
    this.#journal = new Journal(file);
    this.#marks = this.#paths.map(markOf);
  }

  /** What happened to the files since they were noted last; null for nothing. */
  intrusion(): string | null {
    if (this.isWriting) return null;
    const found = this.#compare([intrusion, intrusion], this.#paths.map(markOf));
    if (found !== null || !this.#journal.isIndexAltered()) return found;
    return `${basename(this.file)}-shm was cut off or written to by another process while it was in use`;
  }

  /** Takes over what this process has just written; returns what it cannot have done itself, also while it wrote. */
  note({ isCheckpoint }: Work): string | null {
    const after = this.#paths.map(markOf);
    // Nothing but a checkpoint writes to the database file itself.
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
