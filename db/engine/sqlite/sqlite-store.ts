import type { Fact, Stream } from '#events/event.ts';
import { isForgetting } from '../../batch.ts';
import type { IdempotentCommand } from '../../change.ts';
import { RESTORE_FILE_ADVICE, FatalError, systemErrorText, toFatalError } from '../../fatal-error.ts';
import { DATABASE_FILE } from '../../schema.ts';
import type { CommitListener, StoreOptions } from '../../store.ts';
import type { Queries } from '../../tables.ts';
import { LogStore } from '../log-store.ts';
import { SqliteCommitter } from './committer.ts';
import { EventLog, Vault } from './event-log.ts';
import type { OpenFile } from './open-file.ts';
import { SqliteProjections } from './projections.ts';
import { QueryConnection } from './query-connection.ts';
import { truncateWal, isBroken, isWriteRefused, assertWritable, setLockTimeout } from './sqlite.ts';

const RETRY_MS = 1000;

export class SqliteStore extends LogStore {
  readonly db: Queries;
  protected readonly committer: SqliteCommitter;
  protected readonly log: EventLog;
  protected readonly projections: SqliteProjections;
  readonly #file: OpenFile;
  readonly #connection: QueryConnection;
  readonly #retrying: NodeJS.Timeout;

  /** The store owns `file`, and closes it also if the constructor throws. */
  constructor(file: OpenFile, options: StoreOptions) {
    super(options);
    const { now, jobSources = [], onBatch } = options;
    const { db } = file;
    this.#file = file;
    try {
      const log = new EventLog(db);
      this.log = log;
      const personalData = new Vault(db);
      this.#connection = new QueryConnection(db.name);
      this.db = this.#connection.queries;
      this.projections = new SqliteProjections({
        db,
        log,
        personalData,
        report: this.report,
        onServe: () => this.#connection.createProjectionViews(),
        onStale: () => this.requestRebuild(),
      });
      this.committer = new SqliteCommitter({
        db,
        personalData,
        jobSources,
        now,
        onBatch,
        onFailure: (error) => this.handleStorageError(error),
        project: (events) => this.projections.apply(events),
        onCommit: (commit) => this.#afterCommit(...commit),
      });
    } catch (error) {
      file.close();
      throw error;
    }
    this.#retrying = setInterval(() => this.writeRefusal !== null && this.#tryToWrite(), RETRY_MS).unref();
  }

  handleStorageError(error: unknown): void {
    if (error instanceof FatalError) this.reportBroken(error);
    else if (isBroken(error)) this.reportBroken(toFatalError(error, this.#file.db.name, RESTORE_FILE_ADVICE)!);
    else if (isWriteRefused(error)) this.setRefusal(`${DATABASE_FILE} cannot be written: ${systemErrorText(error)}`);
  }

  protected override setRefusal(refusal: string | null): boolean {
    const hasChanged = super.setRefusal(refusal);
    // While writes are refused, don't wait for locks: that blocks the whole process.
    if (hasChanged) setLockTimeout(this.#file.db, refusal === null);
    return hasChanged;
  }

  get checkedEvents(): number {
    return this.#file.checkedEvents;
  }

  get position(): number {
    return this.committer.head.position;
  }

  async earlierAnswer(once: IdempotentCommand): Promise<{ readonly answer: unknown } | null> {
    return this.committer.earlierAnswer(once);
  }

  async stateOf<State, Event extends Fact>(stream: Stream<State, Event>): Promise<State> {
    return this.committer.load(stream).state as State;
  }

  lease(): Promise<number> {
    return Promise.resolve(0);
  }

  async endLease(): Promise<void> {}

  close(): void | Promise<void> {
    clearInterval(this.#retrying);
    const close = () => {
      this.#connection.close();
      this.#file.close();
    };
    const { idle } = this.committer;
    return idle ? idle.then(close) : close();
  }

  #tryToWrite(): void {
    try {
      assertWritable(this.#file.db);
      this.setRefusal(null);
    } catch (error) {
      this.handleStorageError(error);
    }
  }

  #afterCommit(...commit: Parameters<CommitListener>): void {
    this.setRefusal(null);
    if (commit[0].some(isForgetting)) this.#truncateWal();
    this.announce(...commit);
  }

  /** While Litestream reads, deleted data stays in the WAL until later writes overwrite it. */
  #truncateWal(): void {
    try {
      truncateWal(this.#file.db);
    } catch (error) {
      this.report('WAL not truncated', error);
    }
  }
}
