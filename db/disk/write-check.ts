import { basename, dirname } from 'node:path';
import { mayBeFull, whyNotWritable } from './room.ts';
import { LOCK_PATIENCE_MS, isLockedByOther, isRefusedAtPresent } from './sqlite.ts';
import { meaningOf } from './start-failure.ts';

/** An open database, as far as it is tried out. */
interface Tried {
  readonly file: string;
  /** Takes the write lock and lets go of it. Throws when another process keeps it, or the file may only be read. */
  readonly tryOut: () => void;
  /** Sets how long, in milliseconds, statements wait for a lock. The whole process waits with them. */
  readonly setPatience: (ms: number) => void;
}

/**
 * Why writes are refused at present, if they are: another process keeps a write lock, or the disk takes nothing. Hears of each
 * write that is refused, and looks by itself, so that it is known before a customer meets it, and when it is over.
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

  /** Hears of an error of a database. */
  failed({ file, setPatience }: Tried, error: unknown): void {
    if (!isRefusedAtPresent(error)) return;
    this.#refusal ??= `${basename(file)} cannot be written: ${meaningOf(error)}`;
    // The next ones need not wait for the same lock: they would hold up every request in turn.
    if (isLockedByOther(error)) setPatience(0);
  }

  /** Looks whether writes would be refused. Writes nothing as long as there seems to be room. Throws other errors. */
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
      // It was heard of.
      if (!isRefusedAtPresent(error)) throw error;
    }
  }
}
