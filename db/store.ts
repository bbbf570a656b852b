import { join } from 'node:path';
import type { Fact, Recorded, Stream } from '#events/event.ts';
import type { DomainEvent } from '#events/registry.ts';
import type { Change, Committed, Streams } from './change.ts';
import { Checkpoints } from './log/checkpoints.ts';
import { demandKnown, reveal } from './log/codec.ts';
import { Committer } from './committer.ts';
import { Credentials } from './vault/credentials.ts';
import { QueryConnection } from './engine/query-connection.ts';
import { EventLog, type Place } from './log/event-log.ts';
import { noteDamage } from './integrity/damage.ts';
import type { Seal } from './integrity/seal.ts';
import type { Once } from './log/idempotency.ts';
import { ManageLinks } from './log/manage-links.ts';
import { checkOlderEvents } from './log/older-events.ts';
import { LogPages } from './log/log-pages.ts';
import type { OpenFile } from './integrity/open-file.ts';
import { ReadModels, type ReadQueries } from './read-models/read-models.ts';
import type { StoreOptions } from './store-options.ts';
import { DATABASE_FILE } from './schema.ts';
import { StoreSealed } from './integrity/store-sealed.ts';
import { emptyJournal } from './disk/sqlite.ts';
import { SandboxPaymentStore } from './sandbox/sandbox-payments.ts';
import type { Queries } from './tables.ts';
import { Vault } from './vault/vault.ts';
import { VitalsCounts } from './vitals/vitals-counts.ts';

const SECOND = 1000;

/** The database and the read models of one folder, open for the writing process. */
export class Store {
  readonly checkpoints: Checkpoints;
  readonly logPages: LogPages;
  /** How fast pages were. */
  readonly vitals: VitalsCounts;
  /** The read models, to see how far they are and to rebuild one. */
  readonly upkeep: Pick<ReadModels, 'states' | 'stamp' | 'rebuild'>;
  readonly #manageLinks: ManageLinks;
  readonly #credentials: Credentials;
  #sandboxPayments: SandboxPaymentStore | null = null;
  readonly #committer: Committer;
  readonly #log: EventLog;
  readonly #vault: Vault;
  readonly #readModels: ReadModels;
  readonly #folder: string;
  readonly #file: OpenFile;
  readonly #connection: QueryConnection;
  /** The last position that the start did not check. */
  readonly #unchecked: number;
  readonly #onSealed: (seal: Seal) => void;
  /** Damage of the log that was found after it was opened. */
  #found: Seal | null = null;
  readonly #looking: NodeJS.Timeout | null = null;
  readonly #report: (message: string, detail: unknown) => void;
  readonly #listeners = new Set<(events: readonly Recorded<DomainEvent>[]) => void>();

  /** The store owns `file`: it closes it, also when the constructor throws. */
  constructor(file: OpenFile, options: StoreOptions) {
    const { folder, now, paceMs = SECOND, report = () => {}, onSealed = () => {} } = options;
    const { db, seal } = file;
    this.#folder = folder;
    this.#file = file;
    this.#onSealed = onSealed;
    this.#report = report;
    try {
      this.#log = new EventLog(db);
      this.logPages = new LogPages(db, () => this.#demandReadable());
      demandKnown(this.#log);
      this.#vault = new Vault(db);
      this.#manageLinks = new ManageLinks(db);
      this.#credentials = new Credentials(db);
      this.checkpoints = new Checkpoints(db, (follower) =>
        report('a checkpoint was lost: mail or webhooks of the last moments may be missing', follower),
      );
      this.vitals = new VitalsCounts(db, report);
      const parts = { log: this.#log, vault: this.#vault, report, firstRetryMs: paceMs };
      this.#readModels = new ReadModels({ folder: seal ? null : folder, ...parts });
      this.upkeep = this.#readModels;
      this.#committer = new Committer({
        db,
        vault: this.#vault,
        credentials: this.#credentials,
        now,
        disk: file.disk,
        onCommit: (events) => this.#afterCommit(events),
      });
      this.#unchecked = this.position - file.checked;
      this.#connection = new QueryConnection(db);
    } catch (error) {
      file.close();
      throw error;
    }
    if (seal) return;
    this.#looking = setInterval(() => this.#lookAfterFiles(), paceMs).unref();
  }

  /** Why nothing is written, and perhaps nothing read, while this store is open; null when it is not sealed. */
  get seal(): Seal | null {
    return this.#found ?? this.#file.seal;
  }

  /**
   * Checks the events up to a position, by default those that the start did not check. Yields the position reached after some of
   * them. Seals the store at the first event that was changed, and leaves a note for the next start.
   */
  *checkOlderEvents(end: number = this.#unchecked): Generator<number, void, void> {
    if (end === 0 || this.seal) return;
    const found = yield* checkOlderEvents(join(this.#folder, DATABASE_FILE), end);
    if (!found || this.seal) return;
    this.#found = found;
    noteDamage(this.#folder, found.reason);
    // Nothing is tried out or written any more.
    this.#stopLooking();
    this.#file.db.pragma('query_only = ON');
    this.#onSealed(found);
  }

  /** Number of last events whose hashes were checked when the store was opened. */
  get checked(): number {
    return this.#file.checked;
  }

  /** The last position of the log. */
  get position(): number {
    return this.#committer.head.position;
  }

  /** Queries of what is committed. They cannot write. */
  get db(): Queries {
    this.#demandReadable();
    return this.#connection.queries;
  }

  /** The links that open bookings for their customers. */
  get manageLinks(): ManageLinks {
    this.#demandReadable();
    return this.#manageLinks;
  }

  /** Addresses, passwords and sign-in sessions of accounts. */
  get credentials(): Credentials {
    this.#demandReadable();
    return this.#credentials;
  }

  /** The payments of the sandbox. Needs a store that was opened with the sandbox. */
  get sandboxPayments(): SandboxPaymentStore {
    return (this.#sandboxPayments ??= new SandboxPaymentStore(this.#file.db));
  }

  /** Writes what the read models lack, and queries them; a query throws `ReadModelUnavailable` while rows cannot be written. */
  updatedQueries(): ReadQueries {
    this.#demandReadable();
    return this.#readModels.updatedQueries;
  }

  /** Queries for what is only shown: while rows cannot be written they read older ones. */
  shownQueries(): ReadQueries {
    this.#demandReadable();
    return this.#readModels.shownQueries;
  }

  /**
   * What is missing before requests can be served; null when ready: the log is writable and the read models are level with it.
   */
  get unready(): string | null {
    return this.unsaved ?? (this.#readModels.areLevel ? null : 'the read models are behind the log');
  }

  /** Why nothing can be saved at present; null when all is. */
  get unsaved(): string | null {
    if (this.seal) return this.seal.reason;
    const { failure, refusal } = this.#file.disk;
    return failure ? 'the log cannot be written' : refusal;
  }

  /**
   * Decides and records a change; resolves after its COMMIT, with the read models level. Rejects with `Rejected` when the
   * decision refuses, and with an error that `isUnableToSave` recognizes when nothing could be written.
   */
  change<S extends Streams>(change: Change<S>): Promise<Committed> {
    return this.seal ? Promise.reject(new StoreSealed(this.seal)) : this.#committer.change(change);
  }

  /**
   * The answer that a command was given before; null when it is new. For work that must not start a second time before its
   * change. Throws `Rejected` with `key-reused`, and `StoreSealed` when damage may have removed the answer.
   */
  earlierAnswer(once: Once): { readonly answer: unknown } | null {
    if (this.seal?.kind === 'damage') throw new StoreSealed(this.seal);
    return this.#committer.earlierAnswer(once);
  }

  /** The state of a stream as committed. */
  stateOf<State, Event extends Fact>(stream: Stream<State, Event>): State {
    this.#demandReadable();
    return this.#committer.stateOf(stream);
  }

  /** Deletes persons' keys: their data in the log can never be decrypted again. */
  forget(persons: readonly string[]): void {
    this.#vault.forget(persons);
  }

  /** Removes deleted and overwritten content from the files after a person was forgotten. Rejects when some may be left. */
  async cleanFiles(): Promise<void> {
    if (!emptyJournal(this.#file.db))
      throw new Error(`another process reads ${DATABASE_FILE}: its journal could not be emptied`);
    await this.#readModels.clean();
  }

  /** Rebuilds the read models from the log while the site serves requests; one that cannot be written stays as it is. */
  async refreshReadModels(signal: AbortSignal): Promise<void> {
    if (!this.seal) await this.#readModels.refresh(signal);
  }

  /** Reads events of some types, in log order, with personal data decrypted. */
  readerOf(types: readonly DomainEvent['type'][]): (after: number, limit: number) => Recorded<DomainEvent>[] {
    this.#demandReadable();
    const read = this.#log.readerOf(types);
    return (after, limit) => read(after, limit).map((row) => reveal(this.#vault, row));
  }

  /** Reads the places of events of some types, in log order. */
  placesOf(types: readonly DomainEvent['type'][]): (after: number, limit: number) => Place[] {
    this.#demandReadable();
    return this.#log.placesOf(types);
  }

  /**
   * The events of a stream, with personal data decrypted: all, or those at some revisions, because a stream can be long.
   */
  eventsOf<Event extends DomainEvent>(
    { name }: Stream<unknown, Event>,
    revisions?: readonly number[],
  ): Recorded<Event>[] {
    this.#demandReadable();
    const rows = revisions?.map((revision) => this.#log.readAt(name, revision)) ?? this.#log.readStream(name);
    return rows.map((row) => reveal(this.#vault, row) as Recorded<Event>);
  }

  /** The event at a position, with personal data decrypted. */
  eventAt(position: number): Recorded<DomainEvent> {
    this.#demandReadable();
    const [row] = this.#log.readAfter(position - 1, 1);
    if (row?.position !== position) throw new Error(`the log has no event at position ${position}`);
    return reveal(this.#vault, row);
  }

  /** Calls the listener after every commit, once the read models include it. Returns a function that stops it. */
  onCommit(listener: (events: readonly Recorded<DomainEvent>[]) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Swaps in rebuilt read models that wait in the folder; also happens automatically within a second. */
  takeRebuilt(): void {
    this.#attempt('a rebuilt read model could not be swapped in', () => {
      for (const name of this.#readModels.takeRebuilt()) this.#report('read model swapped in', { readModel: name });
    });
  }

  #stopLooking(): void {
    if (this.#looking) clearInterval(this.#looking);
  }

  close(): void {
    this.#stopLooking();
    this.#committer.flush();
    this.vitals.write();
    this.#attempt('a read model could not be closed', () => this.#readModels.close());
    this.#connection.close();
    this.#file.close();
  }

  /** Throws when not everything that was saved can be read: no answer is better than a wrong one. */
  #demandReadable(): void {
    if (this.seal && !this.seal.isReadable) throw new StoreSealed(this.seal);
  }

  #lookAfterFiles(): void {
    this.takeRebuilt();
    this.#file.disk.lookAfter();
  }

  /** The events are committed: an error from here on must not look like a failed change. */
  #afterCommit(events: readonly Recorded<DomainEvent>[]): void {
    this.#readModels.apply(events);
    for (const listener of this.#listeners) this.#attempt('a listener failed', () => listener(events));
  }

  #attempt(failure: string, step: () => void): void {
    try {
      step();
    } catch (error) {
      this.#report(failure, error);
    }
  }
}
