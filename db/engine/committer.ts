import { setImmediate as endOfTurn } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { type Batch, type BatchReads, type StreamState, decideBatch } from '../batch.ts';
import { type Change, type Committed, type Streams, anyChange } from '../change.ts';
import { type JobSource, jobsCausedBy } from '../jobs.ts';
import type { Head } from '../log/hash-chain.ts';
import type { CommitListener, StoreOptions } from '../store.ts';
import { Idempotency } from './idempotency.ts';

const CACHED_STREAMS = 5000;

export interface CommittedTransaction {
  readonly batch: Batch;
  readonly before: Head;
  readonly head: Head;
}

export interface CommitterParts {
  readonly jobSources: readonly JobSource[];
  readonly now: () => number;
  readonly onFailure: (error: unknown) => void;
  readonly onBatch?: StoreOptions['onBatch'];
  /** `before` is the end of the log before the events. */
  readonly onCommit: (commit: Parameters<CommitListener>, before: Head) => void;
}

interface Pending {
  readonly change: Change<Streams>;
  readonly resolve: (committed: Committed) => void;
  readonly reject: (reason: unknown) => void;
}

/** The only way to write events. Changes that come in one turn of the event loop, or during a batch, share a transaction. */
export abstract class Committer {
  protected readonly states = new LRUCache<string, StreamState>({ max: CACHED_STREAMS });
  readonly idempotency: Idempotency;
  readonly #parts: CommitterParts;
  #head: Head;
  readonly #queue: Pending[] = [];
  #running: Promise<void> | null = null;

  constructor(parts: CommitterParts, head: Head, idempotencySecret: Buffer) {
    this.#parts = parts;
    this.#head = head;
    this.idempotency = new Idempotency(idempotencySecret);
  }

  get head(): Head {
    return this.#head;
  }

  /** In one transaction. Rejects if it has written nothing. */
  protected abstract commit(changes: readonly Change<Streams>[]): Promise<CommittedTransaction>;

  /** For an error that retrying the changes one by one can't avoid, such as a full disk. */
  protected abstract failsEveryChange(error: unknown): boolean;

  change<S extends Streams>(change: Change<S>): Promise<Committed> {
    const { promise, resolve, reject } = Promise.withResolvers<Committed>();
    this.#queue.push({ change: anyChange(change), resolve, reject });
    this.#running ??= this.#run();
    return promise;
  }

  /** Resolves once all requested changes are committed or refused; null if nothing is being committed. */
  get idle(): Promise<void> | null {
    return this.#running;
  }

  async #run(): Promise<void> {
    while (this.#queue.length > 0) {
      await endOfTurn();
      await this.#commitOrRetrySingly(this.#queue.splice(0));
    }
    this.#running = null;
  }

  async #commitOrRetrySingly(pending: readonly Pending[]): Promise<void> {
    const start = performance.now();
    let done: CommittedTransaction;
    try {
      done = await this.commit(pending.map(({ change }) => change));
    } catch (error) {
      this.#parts.onFailure(error);
      // A failed transaction has written nothing. Each change is retried alone, so that a bad one doesn't fail the rest.
      if (this.failsEveryChange(error) || pending.length === 1) for (const { reject } of pending) reject(error);
      else for (const each of pending) await this.#commitOrRetrySingly([each]);
      return;
    }
    this.advanceTo(done.head);
    for (const [name, state] of done.batch.states) this.states.set(name, state);
    try {
      const { events } = done.batch;
      this.#parts.onBatch?.({ ms: performance.now() - start, changes: pending.length, events });
      this.#callOnCommit(done);
    } finally {
      // They are committed: callers get their result even if a listener throws.
      done.batch.outcomes.forEach((outcome, index) => {
        const { resolve, reject } = pending[index]!;
        if ('committed' in outcome) resolve(outcome.committed);
        else reject(outcome.error);
      });
    }
  }

  #callOnCommit({ batch: { events, jobUpdates, newJobs }, before }: CommittedTransaction): void {
    if (events.length + jobUpdates.length + newJobs.length === 0) return;
    const now = this.#parts.now();
    const areJobsDue = jobUpdates.length > 0 || newJobs.some(({ due }) => due <= now);
    this.#parts.onCommit([events, areJobsDue], before);
  }

  protected advanceTo(head: Head): void {
    this.#head = head;
  }

  protected decide(
    changes: readonly Change<Streams>[],
    at: number,
    reads: Pick<BatchReads, 'stateOf' | 'answerTo' | 'canUpdate'>,
  ): Batch {
    const { jobSources } = this.#parts;
    const { position } = this.#head;
    return decideBatch(changes, { ...reads, position, now: at, jobsOf: (event) => jobsCausedBy(jobSources, event) });
  }
}
