import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Fact, Recorded, Stream } from '#events/event.ts';
import type { DomainEvent } from '#events/registry.ts';
import { isForgetting } from '../../batch.ts';
import type { Change, Committed, GuardedWrite, Streams, IdempotentCommand } from '../../change.ts';
import { assertKnownEvents, reveal } from '../../log/codec.ts';
import { Committer } from './committer.ts';
import { Projections } from './projections.ts';
import { QueryConnection } from './query-connection.ts';
import { EventLog } from './event-log.ts';
import type { Head } from '../../log/hash-chain.ts';
import { type OpenFile, damagedAt } from './open-file.ts';
import { walkChain } from '../../log/verify.ts';
import { DATABASE_FILE } from '../../schema.ts';
import { truncateWal, isBroken, isWriteRefused, rewritePage, setLockTimeout } from './sqlite.ts';
import { RESTORE_ADVICE, FatalError, systemErrorText, toFatalError } from '../../fatal-error.ts';
import { REBUILD_JOB } from '../../jobs.ts';
import type { CommitListener, Store, StoreOptions } from '../../store.ts';
import type { Queries } from '../../tables.ts';
import { Vault } from './vault.ts';

const SECOND = 1000;

/** Events checked in one step: a fraction of a millisecond. */
const VERIFIED_AT_ONCE = 100;

/** A change that records no event. */
const NOTHING = { streams: {}, decide: () => ({}), cause: { correlation: '' } };

/** The database of one folder, open for the process that writes to it. */
export class SqliteStore implements Store {
  readonly db: Queries;
  readonly #committer: Committer;
  readonly #log: EventLog;
  readonly #vault: Vault;
  readonly #projections: Projections;
  readonly #file: OpenFile;
  readonly #connection: QueryConnection;
  readonly #onBroken: (failure: FatalError) => void;
  /** Why the last write was refused; null once one succeeds. */
  #refusal: string | null = null;
  readonly #retrying: NodeJS.Timeout;
  readonly #report: (message: string, detail: unknown) => void;
  readonly #listeners = new Set<CommitListener>();

  /** The store owns `file`: it closes it, also when the constructor throws. */
  constructor(file: OpenFile, options: StoreOptions) {
    const { now, jobSources = [], report = () => {}, onBroken = () => {} } = options;
    const { db } = file;
    this.#file = file;
    this.#onBroken = onBroken;
    this.#report = report;
    try {
      this.#log = new EventLog(db);
      assertKnownEvents(this.#log);
      this.#vault = new Vault(db);
      this.#connection = new QueryConnection(db.name);
      this.db = this.#connection.queries;
      this.#projections = new Projections({
        db,
        log: this.#log,
        vault: this.#vault,
        report,
        onServe: () => this.#connection.createProjectionViews(),
        onStale: () => void this.change({ ...NOTHING, newJobs: [{ ...REBUILD_JOB, due: now() }] }).catch(() => {}),
      });
      this.#committer = new Committer({
        db,
        vault: this.#vault,
        jobSources,
        now,
        onFailure: (error) => this.handleStorageError(error),
        project: (events) => this.#projections.apply(events),
        onCommit: (...commit) => this.#afterCommit(...commit),
      });
    } catch (error) {
      file.close();
      throw error;
    }
    this.#retrying = setInterval(() => this.#refusal !== null && this.#tryToWrite(), SECOND).unref();
  }

  handleStorageError(error: unknown): void {
    if (error instanceof FatalError) this.#onBroken(error);
    else if (isBroken(error)) this.#onBroken(toFatalError(error, this.#file.db.name, RESTORE_ADVICE)!);
    else if (isWriteRefused(error)) this.#noteRefusal(`${DATABASE_FILE} cannot be written: ${systemErrorText(error)}`);
  }

  #noteRefusal(refusal: string | null): void {
    const hasChanged = (refusal === null) !== (this.#refusal === null);
    this.#refusal = refusal;
    if (!hasChanged) return;
    // While writes are refused, none waits for a lock: waiting blocks the whole process.
    setLockTimeout(this.#file.db, refusal === null);
    this.#report(refusal === null ? 'writes accepted again' : 'writes refused', refusal);
  }

  async verify(signal: AbortSignal): Promise<Head | null> {
    const steps = walkChain(this.#log, VERIFIED_AT_ONCE);
    for (let step = steps.next(); !signal.aborted; step = steps.next()) {
      if (step.done) {
        const { bad, events, head } = step.value;
        if (bad) throw damagedAt(this.#file.db.name, bad);
        return { position: events, hash: head };
      }
      await nextTurn();
    }
    return null;
  }

  get checkedEvents(): number {
    return this.#file.checkedEvents;
  }

  get position(): number {
    return this.#committer.head.position;
  }

  get writeRefusal(): string | null {
    return this.#refusal;
  }

  change<S extends Streams>(change: Change<S>): Promise<Committed> {
    return this.#committer.change(change);
  }

  async write(writes: readonly GuardedWrite[]): Promise<void> {
    await this.change({ ...NOTHING, writes: () => writes });
  }

  async earlierAnswer(once: IdempotentCommand): Promise<{ readonly answer: unknown } | null> {
    return this.#committer.earlierAnswer(once);
  }

  async stateOf<State, Event extends Fact>(stream: Stream<State, Event>): Promise<State> {
    return this.#committer.stateOf(stream);
  }

  async eventsOf<Event extends DomainEvent>(
    { name }: Stream<unknown, Event>,
    revisions?: readonly number[],
  ): Promise<Recorded<Event>[]> {
    const rows = revisions?.map((revision) => this.#log.readAt(name, revision)) ?? this.#log.readStream(name);
    return rows.map((row) => reveal(this.#vault, row) as Recorded<Event>);
  }

  async eventAt(position: number): Promise<Recorded<DomainEvent>> {
    const [row] = this.#log.readAfter(position - 1, 1);
    if (row?.position !== position) throw new Error(`the log has no event at position ${position}`);
    return reveal(this.#vault, row);
  }

  /** No other process uses the folder. */
  lease(): Promise<number> {
    return Promise.resolve(0);
  }

  async endLease(): Promise<void> {}

  rebuild(signal: AbortSignal): Promise<boolean> {
    return this.#projections.rebuild(signal);
  }

  onCommit(listener: CommitListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  close(): void {
    clearInterval(this.#retrying);
    this.#committer.flush();
    this.#connection.close();
    this.#file.close();
  }

  /** Notices the end of a refusal without a change. */
  #tryToWrite(): void {
    try {
      rewritePage(this.#file.db);
      this.#noteRefusal(null);
    } catch (error) {
      this.handleStorageError(error);
    }
  }

  /** The events are committed: an error from here on must not look like a failed change. */
  #afterCommit(...commit: Parameters<CommitListener>): void {
    this.#noteRefusal(null);
    // While another process reads, as Litestream always does, the WAL keeps what was deleted until later writes overwrite it.
    if (commit[0].some(isForgetting)) this.#attempt('WAL not truncated', () => truncateWal(this.#file.db));
    for (const listener of this.#listeners) this.#attempt('commit listener failed', () => listener(...commit));
  }

  #attempt(failure: string, step: () => void): void {
    try {
      step();
    } catch (error) {
      this.#report(failure, error);
    }
  }
}
