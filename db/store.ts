import { type FSWatcher, mkdirSync, watch } from 'node:fs';
import { join } from 'node:path';
import type { Fact, Recorded, Stream } from '#events/event.ts';
import type { DomainEvent } from '#events/registry.ts';
import type { Change, Committed, Streams } from './change.ts';
import { Checkpoints } from './checkpoints.ts';
import { reveal } from './codec.ts';
import { Committer } from './committer.ts';
import { Credentials } from './credentials.ts';
import { DiskGuard, type DiskFailure } from './disk-guard.ts';
import { EventLog, type Place, ensureLogSchema } from './event-log.ts';
import { ManageLinks } from './manage-links.ts';
import { ReadModels, type ReadQueries } from './read-models.ts';
import { type SqliteDatabase, openForStart } from './sqlite.ts';
import { ensureVaultSchema } from './vault-schema.ts';
import { Vault } from './vault.ts';
import { verifyTail } from './verify.ts';
import { WRITER_LOCK, lockFolder } from './writer-lock.ts';

/** Events checked against the hash chain at every start. */
const CHECKED_AT_START = 1000;

/** How often, in milliseconds, the files behind the names are compared with those that are open, when nothing is written. */
const LOOKED_AFTER_EVERY_MS = 1000;

const RESTORE = 'Put it back from a backup, log.db and vault.db from the same one.';

export interface StoreOptions {
  /** Where the database files are; made when missing. */
  readonly folder: string;
  /** The instant, in milliseconds, that events are recorded at. */
  readonly now: () => number;
  /** Told of what goes wrong beside a change, or is worth knowing. */
  readonly report?: (message: string, detail: unknown) => void;
  /** Told once, when the disk can no longer be relied on: the process must end and start again from what is on it. */
  readonly onFailure?: (failure: DiskFailure) => void;
}

/** The log was altered or torn: nothing is written to it any more. */
export class LogDamaged extends Error {}

/** The log, the vault and the read models of one folder, open for the one process that writes. */
export class Store {
  readonly checkpoints: Checkpoints;
  /** What opens a booking for its customer. */
  readonly manageLinks: ManageLinks;
  /** Who may sign in, and with what. */
  readonly credentials: Credentials;
  readonly #committer: Committer;
  readonly #log: EventLog;
  readonly #vault: Vault;
  readonly #readModels: ReadModels;
  readonly #files: SqliteDatabase[] = [];
  readonly #lock: { release(): void };
  readonly #disk: DiskGuard;
  readonly #watcher: FSWatcher;
  readonly #looking: NodeJS.Timeout;
  readonly #report: (message: string, detail: unknown) => void;
  readonly #listeners = new Set<(events: readonly Recorded<DomainEvent>[]) => void>();

  constructor({ folder, now, report = () => {}, onFailure = () => {} }: StoreOptions) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.#report = report;
    this.#disk = new DiskGuard(onFailure);
    this.#lock = lockFolder(folder);
    try {
      this.#disk.watch(join(folder, WRITER_LOCK));
      const logFile = this.#open(join(folder, 'log.db'), ensureLogSchema);
      const vaultFile = this.#open(join(folder, 'vault.db'), ensureVaultSchema);
      this.#log = new EventLog(logFile);
      const { bad } = verifyTail(this.#log, CHECKED_AT_START);
      if (bad) throw new LogDamaged(`the log is damaged at position ${bad.position} (${bad.stream}): ${bad.why}`);
      this.#vault = new Vault(vaultFile);
      this.manageLinks = new ManageLinks(vaultFile);
      this.credentials = new Credentials(vaultFile);
      this.checkpoints = new Checkpoints(logFile);
      this.#readModels = new ReadModels(folder, this.#log, this.#vault);
      this.#committer = new Committer({
        db: logFile,
        vault: this.#vault,
        now,
        disk: this.#disk,
        onCommit: (events) => this.#afterCommit(events),
      });
    } catch (error) {
      this.#release();
      throw error;
    }
    this.#watcher = watch(folder, (_, file) => {
      if (file?.startsWith('rebuilt-') && file.endsWith('.db')) this.takeRebuilt();
    });
    this.#looking = setInterval(() => this.#disk.check(), LOOKED_AFTER_EVERY_MS).unref();
    // One may have appeared since the read models were opened.
    this.takeRebuilt();
  }

  /** The last position of the log. */
  get position(): number {
    return this.#committer.position;
  }

  /** Queries over the read models, level with the log; ask for it each time, it is level only now. */
  get read(): ReadQueries {
    this.#writeReadModels();
    return this.#readModels.queries;
  }

  /** What is missing for serving people, or null: the log open for writing and the read models level with it. */
  get unready(): string | null {
    if (this.#disk.failure) return 'the log cannot be written';
    this.#writeReadModels();
    if (!this.#readModels.isLevelWith(this.position)) return 'the read models are behind the log';
    return null;
  }

  /**
   * Decides and records a change; resolves after its COMMIT, with the read models level. Rejects with `Rejected` when the
   * decision refuses, and with SQLite's own error when nothing could be written.
   */
  change<S extends Streams>(change: Change<S>): Promise<Committed> {
    return this.#committer.change(change);
  }

  /** The state of a stream as committed. */
  stateOf<State, Event extends Fact>(stream: Stream<State, Event>): State {
    return this.#committer.stateOf(stream);
  }

  /**
   * Destroys persons' keys: what the log has of them can never be read again. Their rows must have been emptied before: what
   * those said is removed from the files as well.
   */
  forget(persons: readonly string[]): void {
    this.#vault.forget(persons);
    this.#attempt('what was overwritten could not be removed', () => this.#readModels.scrub());
  }

  /** A reader of some event types, in log order, personal data readable. */
  readerOf(types: readonly DomainEvent['type'][]): (after: number, limit: number) => Recorded<DomainEvent>[] {
    const read = this.#log.readerOf(types);
    return (after, limit) => read(after, limit).map((row) => reveal(this.#vault, row));
  }

  /** Where events of some types are, in log order. */
  placesOf(types: readonly DomainEvent['type'][]): (after: number, limit: number) => Place[] {
    return this.#log.placesOf(types);
  }

  /** The event at a position, personal data readable. */
  eventAt(position: number): Recorded<DomainEvent> {
    const [row] = this.#log.readAfter(position - 1, 1);
    if (row?.position !== position) throw new Error(`the log has no event at position ${position}`);
    return reveal(this.#vault, row);
  }

  /** Hears of every commit after the read models have taken it in. Answers how to stop. */
  onCommit(listener: (events: readonly Recorded<DomainEvent>[]) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Swaps in rebuilt read models that wait in the folder; happens by itself when one appears. */
  takeRebuilt(): void {
    this.#attempt('a rebuilt read model could not be swapped in', () => {
      for (const name of this.#readModels.takeRebuilt()) this.#report('read model swapped in', { readModel: name });
    });
  }

  close(): void {
    clearInterval(this.#looking);
    this.#committer.flush();
    this.#watcher.close();
    this.#attempt('a read model could not be closed', () => this.#readModels.close());
    this.#release();
  }

  #open(file: string, ensureSchema: (db: SqliteDatabase) => void): SqliteDatabase {
    const db = openForStart(file, RESTORE, () => this.#disk.open(file, ensureSchema));
    this.#files.push(db);
    return db;
  }

  #release(): void {
    for (const file of this.#files) file.close();
    this.#lock.release();
  }

  /** The events are committed: whatever goes wrong from here on must not look like a failed change. */
  #afterCommit(events: readonly Recorded<DomainEvent>[]): void {
    this.#attempt('a read model could not take events in', () => this.#readModels.apply(events));
    for (const listener of this.#listeners) this.#attempt('a listener failed', () => listener(events));
  }

  /** When the disk takes nothing any more, people still read what was written before. */
  #writeReadModels(): void {
    this.#attempt('a read model could not be written', () => this.#readModels.write());
  }

  #attempt(failure: string, step: () => void): void {
    try {
      step();
    } catch (error) {
      this.#report(failure, error);
    }
  }
}

export function openStore(options: StoreOptions): Store {
  return new Store(options);
}
