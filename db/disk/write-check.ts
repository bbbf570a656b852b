import { basename, dirname } from 'node:path';
import { mayBeFull, whyNotWritable } from './room.ts';
import { LOCK_PATIENCE_MS, isLockedByOther, isRefusedAtPresent } from './sqlite.ts';
import { meaningOf } from './start-failure.ts';

/** The part of an open database that the check uses. */
interface Tried {
  readonly file: string;
  /** Takes and releases the write lock. Throws when another process has it, or the file is read-only. */
  readonly tryOut: () => void;
  /** Sets how long, in milliseconds, statements wait for a lock; each wait blocks the whole process. */
  readonly setPatience: (ms: number) => void;
}

/**
 * Why writes are refused at present, if they are: another process has a write lock, or the disk accepts no writes. Learns of each
 * refused write, and also checks by itself, so that a refusal, or its end, is known before a customer's request meets it.
 */
export class WriteCheck {
  readonly #databases = new Set<Tried>();
  readonly #report: (message: string, detail: unknown) => void;
  #refusal: string | null = null;
  /** Whether the last report was of a refusal. */
  #isReported = false;

  constructor(report: (message: string, detail: unknown) => void) {
    this.#report = report;
  }

  get refusal(): string | null {
    return this.#refusal;
  }

  add(database: Tried): void {
    this.#databases.add(database);
  }

  /** Called with each error of a database. */
  failed({ file, setPatience }: Tried, error: unknown): void {
    if (!isRefusedAtPresent(error)) return;
    this.#refusal ??= `${basename(file)} cannot be written: ${meaningOf(error)}`;
    // Later statements do not wait for the same lock: each would block every request.
    if (isLockedByOther(error)) setPatience(0);
  }

  /** Checks whether writes would be refused. Writes nothing while there seems to be free space. Throws other errors. */
  look(): void {
    const before = this.#refusal;
    this.#refusal = null;
    for (const database of this.#databases) this.#tryOut(database);
    const folders = new Set(Array.from(this.#databases, ({ file }) => dirname(file)));
    for (const folder of folders) {
      if (this.#refusal === null && (before !== null || mayBeFull(folder))) this.#refusal = whyNotWritable(folder);
    }
    this.#reportChange();
  }

  #reportChange(): void {
    const isRefused = this.#refusal !== null;
    if (isRefused === this.#isReported) return;
    this.#isReported = isRefused;
    this.#report(isRefused ? 'nothing can be saved at present' : 'everything can be saved again', this.#refusal);
  }

  #tryOut({ tryOut, setPatience }: Tried): void {
    try {
      tryOut();
      setPatience(LOCK_PATIENCE_MS);
    } catch (error) {
      // It was reported already.
      if (!isRefusedAtPresent(error)) throw error;
    }
  }
}
