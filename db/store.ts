import type { Fact, Recorded, Stream } from '#events/event.ts';
import type { DomainEvent } from '#events/registry.ts';
import { isForgetting } from './batch.ts';
import type { Change, Committed, GuardedWrite, Streams } from './change.ts';
import { demandKnown, reveal } from './log/codec.ts';
import { type CommitListener, Committer } from './engine/sqlite/committer.ts';
import { Projections } from './engine/sqlite/projections.ts';
import { QueryConnection } from './engine/sqlite/query-connection.ts';
import { EventLog } from './engine/sqlite/event-log.ts';
import { type JobSource, Jobs } from './jobs.ts';
import type { Head } from './log/hash-chain.ts';
import type { Once } from './engine/sqlite/idempotency.ts';
import { type FileUse, type OpenFile, damagedAt } from './engine/sqlite/open-file.ts';
import { walkChain } from './log/verify.ts';
import { DATABASE_FILE } from './schema.ts';
import { emptyJournal, isBroken, isLockedByOther, isWriteRefused, waitForLocks } from './engine/sqlite/sqlite.ts';
import { RESTORE, StartFailure, meaningOf, startFailureOf } from './start-failure.ts';
import { VitalsCounts } from './queries/owner/vitals.ts';
import type { Queries } from './tables.ts';
import { Vault } from './engine/sqlite/vault.ts';

const SECOND = 1000;

/** Events checked in one step: a fraction of a millisecond. */
const VERIFIED_AT_ONCE = 100;

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
  /** Whether the sandbox payment provider keeps its payments here. */
  readonly withSandbox?: boolean;
  /** Called with failures outside of changes, and with other news. */
  readonly report?: (message: string, detail: unknown) => void;
  /** Called when the database turns out to be broken: the process must end, and start from what is on the disk. */
  readonly onBroken?: (failure: StartFailure) => void;
}

/** The database of one folder, open for the writing process. */
export class Store {
  readonly jobs: Jobs;
  readonly vitals: VitalsCounts;
  /** Queries of what is committed. They cannot write. */
  readonly db: Queries;
  /** The tables that are folded from events, to see how far they are and to rebuild them. */
  readonly projections: Pick<Projections, 'states' | 'rebuild'>;
  readonly #committer: Committer;
  readonly #log: EventLog;
  readonly #vault: Vault;
  readonly #projections: Projections;
  readonly #file: OpenFile;
  readonly #connection: QueryConnection;
  readonly #onBroken: (failure: StartFailure) => void;
  /** Why the last write was refused; null once one succeeds. */
  #refusal: string | null = null;
  readonly #looking: NodeJS.Timeout;
  readonly #report: (message: string, detail: unknown) => void;
  readonly #listeners = new Set<CommitListener>();

  /** The store owns `file`: it closes it, also when the constructor throws. */
  constructor(file: OpenFile, options: StoreOptions) {
    const { now, paceMs = SECOND, report = () => {}, onBroken = () => {} } = options;
    const { db } = file;
    this.#file = file;
    this.#onBroken = onBroken;
    this.#report = report;
    try {
      this.#log = new EventLog(db);
      demandKnown(this.#log);
      this.#vault = new Vault(db);
      this.jobs = new Jobs(db, options.jobSources);
      const connection = new QueryConnection(db);
      this.#connection = connection;
      this.db = connection.queries;
      this.vitals = new VitalsCounts({ db: this.db, write: (writes) => this.write(writes) });
      this.#projections = new Projections({
        db,
        log: this.#log,
        vault: this.#vault,
        report,
        onFailure: (error) => this.noteFailure(error),
        onTables: (tables) => connection.nameTables(tables),
      });
      this.projections = this.#projections;
      this.#committer = new Committer({
        db,
        vault: this.#vault,
        jobs: this.jobs,
        now,
        onFailure: (error) => this.noteFailure(error),
        project: (events) => this.#projections.apply(events),
        onCommit: (...commit) => this.#afterCommit(...commit),
      });
    } catch (error) {
      file.close();
      throw error;
    }
    this.#looking = setInterval(() => this.#lookAfterFiles(), paceMs).unref();
  }

  /** Remembers why a write was refused, and reports a broken database, after which the process must end. Ignores other errors. */
  noteFailure(error: unknown): void {
    if (error instanceof StartFailure) this.#onBroken(error);
    else if (isBroken(error)) this.#onBroken(startFailureOf(error, this.#file.db.name, RESTORE)!);
    else if (isWriteRefused(error)) this.#noteRefusal(`${DATABASE_FILE} cannot be written: ${meaningOf(error)}`);
    // The next changes do not wait for the same lock.
    if (isLockedByOther(error)) waitForLocks(this.#file.db, false);
  }

  #noteRefusal(refusal: string | null): void {
    const before = this.#refusal;
    this.#refusal = refusal;
    if ((refusal === null) === (before === null)) return;
    waitForLocks(this.#file.db, true);
    this.#report(refusal === null ? 'writes accepted again' : 'writes refused', refusal);
  }

  /** Checks every event, and yields the position reached after some of them. Returns the last. Reports a broken database, and throws. */
  *verify(): Generator<number, Head, void> {
    try {
      const { bad, events, head } = yield* walkChain(this.#log, { end: this.position, page: VERIFIED_AT_ONCE });
      if (bad) throw damagedAt(this.#file.db.name, bad);
      return { position: events, hash: head };
    } catch (error) {
      this.noteFailure(error);
      throw error;
    }
  }

  /** Number of last events whose hashes were checked when the store was opened. */
  get checked(): number {
    return this.#file.checked;
  }

  /** The last position of the log. */
  get position(): number {
    return this.#committer.head.position;
  }

  /** Why nothing can be saved; null when writes are accepted. */
  get unsaved(): string | null {
    return this.#refusal;
  }

  /**
   * Decides and records a change; resolves after its COMMIT. Rejects with `Rejected` when the
   * decision refuses, and with an error that `isUnableToSave` recognizes when nothing could be written.
   */
  change<S extends Streams>(change: Change<S>): Promise<Committed> {
    return this.#committer.change(change);
  }

  /** Writes what causes no event; all or, if one is refused, nothing. Rejects as `change` does. */
  async write(writes: readonly GuardedWrite[]): Promise<void> {
    await this.change({ streams: {}, decide: () => ({}), writes: () => writes, cause: { correlation: '' } });
  }

  /**
   * The answer that a command was given before; null when it is new. For work that must not start a second time before its
   * change. Throws `Rejected` with `key-reused`.
   */
  async earlierAnswer(once: Once): Promise<{ readonly answer: unknown } | null> {
    return this.#committer.earlierAnswer(once);
  }

  /** The state of a stream as committed. */
  async stateOf<State, Event extends Fact>(stream: Stream<State, Event>): Promise<State> {
    return this.#committer.stateOf(stream);
  }

  /**
   * The events of a stream, with personal data decrypted: all, or those at some revisions, because a stream can be long.
   */
  async eventsOf<Event extends DomainEvent>(
    { name }: Stream<unknown, Event>,
    revisions?: readonly number[],
  ): Promise<Recorded<Event>[]> {
    const rows = revisions?.map((revision) => this.#log.readAt(name, revision)) ?? this.#log.readStream(name);
    return rows.map((row) => reveal(this.#vault, row) as Recorded<Event>);
  }

  /** The event at a position, with personal data decrypted. */
  async eventAt(position: number): Promise<Recorded<DomainEvent>> {
    const [row] = this.#log.readAfter(position - 1, 1);
    if (row?.position !== position) throw new Error(`the log has no event at position ${position}`);
    return reveal(this.#vault, row);
  }

  /** Calls the listener after every commit of events or jobs. Returns a function that stops it. */
  onCommit(listener: CommitListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  close(): void {
    clearInterval(this.#looking);
    void this.vitals.write();
    this.#committer.flush();
    this.#projections.close();
    this.#connection.close();
    this.#file.close();
  }

  #lookAfterFiles(): void {
    if (this.#refusal !== null) this.#tryToWrite();
  }

  /** Writes a row as it is, so that the end of a refusal is noticed without a change. */
  #tryToWrite(): void {
    try {
      this.#file.db.prepare('UPDATE shop SET id = id').run();
      this.#noteRefusal(null);
    } catch (error) {
      this.noteFailure(error);
    }
  }

  /** The events are committed: an error from here on must not look like a failed change. */
  #afterCommit(...commit: Parameters<CommitListener>): void {
    this.#noteRefusal(null);
    // While another process reads, as Litestream always does, the WAL keeps what was deleted until later writes overwrite it.
    if (commit[0].some(isForgetting)) this.#attempt('journal not emptied', () => emptyJournal(this.#file.db));
    for (const listener of this.#listeners) this.#attempt('a listener failed', () => listener(...commit));
  }

  #attempt(failure: string, step: () => void): void {
    try {
      step();
    } catch (error) {
      this.#report(failure, error);
    }
  }
}
