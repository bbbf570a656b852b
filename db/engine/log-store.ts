import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Fact, Recorded, Stream } from '#events/event.ts';
import type { DomainEvent } from '#events/registry.ts';
import type { Change, Committed, GuardedWrite, IdempotentCommand, Streams } from '../change.ts';
import type { FatalError } from '../fatal-error.ts';
import { REBUILD_JOB } from '../jobs.ts';
import { revealAll } from '../log/codec.ts';
import type { EventRow, Head } from '../log/hash-chain.ts';
import { type CheckedLog, damageError, verifyLog } from '../log/verify.ts';
import type { CommitListener, Store, StoreOptions } from '../store.ts';
import type { Queries } from '../tables.ts';
import type { Committer } from './committer.ts';

const EMPTY_CHANGE = { streams: {}, decide: () => ({}), cause: { correlation: '' } };

const VERIFIED_AT_ONCE = 100;

export abstract class LogStore implements Store {
  abstract readonly db: Queries;
  abstract readonly position: number;
  abstract readonly checkedEvents: number;
  protected abstract readonly log: CheckedLog;
  protected abstract readonly committer: Committer;
  protected abstract readonly projections: Pick<Store, 'rebuild'>;
  protected readonly report: (message: string, detail: unknown) => void;
  readonly #now: () => number;
  readonly #onBroken: (failure: FatalError) => void;
  readonly #listeners = new Set<CommitListener>();
  #isBroken = false;
  #refusal: string | null = null;

  constructor({ now, report = () => {}, onBroken = () => {} }: Pick<StoreOptions, 'now' | 'report' | 'onBroken'>) {
    this.#now = now;
    this.report = report;
    this.#onBroken = onBroken;
  }

  abstract earlierAnswer(once: IdempotentCommand): Promise<{ readonly answer: unknown } | null>;
  abstract stateOf<State, Event extends Fact>(stream: Stream<State, Event>): Promise<State>;
  abstract lease(job: number): Promise<number | null>;
  abstract endLease(job: number, leasedUntil: number): Promise<void>;
  abstract handleStorageError(error: unknown): void;
  abstract close(): void | Promise<void>;

  get writeRefusal(): string | null {
    return this.#refusal;
  }

  /** Returns whether the store just became read-only or writable. */
  protected setRefusal(refusal: string | null): boolean {
    const hasChanged = (refusal === null) !== (this.#refusal === null);
    this.#refusal = refusal;
    if (hasChanged) this.report(refusal === null ? 'writes accepted again' : 'writes refused', refusal);
    return hasChanged;
  }

  /** Only the first failure is reported, because the process must end. */
  protected reportBroken(failure: FatalError): void {
    if (!this.#isBroken) this.#onBroken(failure);
    this.#isBroken = true;
  }

  change<S extends Streams>(change: Change<S>): Promise<Committed> {
    return this.committer.change(change);
  }

  async write(writes: readonly GuardedWrite[]): Promise<void> {
    await this.change({ ...EMPTY_CHANGE, writes: () => writes });
  }

  protected requestRebuild(): void {
    void this.change({ ...EMPTY_CHANGE, newJobs: [{ ...REBUILD_JOB, due: this.#now() }] }).catch(() => {});
  }

  async eventsOf<Event extends DomainEvent>(
    { name }: Stream<unknown, Event>,
    revisions?: readonly number[],
  ): Promise<Recorded<Event>[]> {
    const all = this.db.selectFrom('events').selectAll().where('stream', '=', name).orderBy('revision');
    const rows = await (revisions ? all.where('revision', 'in', revisions) : all).execute();
    const missing = revisions?.find((revision) => !rows.some((row) => row.revision === revision));
    if (missing !== undefined) throw new Error(`${name} has no event of revision ${missing}`);
    return (await this.#reveal(rows)) as unknown as Recorded<Event>[];
  }

  async eventAt(position: number): Promise<Recorded<DomainEvent>> {
    const rows = await this.db.selectFrom('events').selectAll().where('position', '=', position).execute();
    const [event] = await this.#reveal(rows);
    if (!event) throw new Error(`the log has no event at position ${position}`);
    return event;
  }

  #reveal(rows: readonly EventRow[]): Promise<Recorded<DomainEvent>[]> {
    return revealAll(rows, (persons) =>
      this.db.selectFrom('person_keys').selectAll().where('person', 'in', persons).execute(),
    );
  }

  async verify(signal: AbortSignal): Promise<Head | null> {
    const checked = await verifyLog(this.log, { signal, pageSize: VERIFIED_AT_ONCE, onPage: () => nextTurn() });
    if (checked?.bad) throw damageError(this.log, checked.bad);
    return checked && { position: checked.events, hash: checked.head };
  }

  rebuild(signal: AbortSignal): Promise<boolean> {
    return this.projections.rebuild(signal);
  }

  onCommit(listener: CommitListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** An error from here on must not look like a failed change. */
  protected announce(...commit: Parameters<CommitListener>): void {
    for (const listener of this.#listeners)
      try {
        listener(...commit);
      } catch (error) {
        this.report('commit listener failed', error);
      }
  }
}
