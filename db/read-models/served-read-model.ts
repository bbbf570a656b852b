import type { Recorded } from '#events/event.ts';
import type { DomainEvent } from '#events/registry.ts';
import type { EventLog } from '../log/event-log.ts';
import type { Projection } from '../projections/projection.ts';
import { LostRow, ReadModelUnavailable, faultOf } from './read-model-faults.ts';
import type { ReadModel } from './read-model.ts';
import type { Readable } from './read-queries.ts';
import type { Source } from './replay.ts';

/** How long, in milliseconds, queries wait for a read model that is being rebuilt, all of them together. */
const PATIENCE_MS = 3000;
const MOST_TRIES = 5;

/** What a read model is kept level with, and where. */
export interface Surroundings extends Source {
  readonly folder: string;
  readonly firstRetryMs: number;
  /** Called with failures, and when they are resolved. */
  readonly report: (message: string, detail: unknown) => void;
}

/** A read model that is kept level with the log. */
export interface ServableReadModel<Row extends object> {
  /** Whether queries see every event. */
  readonly isLevel: boolean;
  /** What queries read; null while it is being rebuilt or waits for the disk. */
  readonly readable: ReadModel<Row> | null;
  /** Applies freshly committed events. */
  apply(events: readonly Recorded<DomainEvent>[]): void;
  /** Resolves when it can be read, or once queries have waited for it for this many milliseconds. */
  whenReadable(ms: number): Promise<void>;
  /** Called when reading it failed. */
  failed(error: unknown): void;
  /** Called when a row is missing or contradicts the log. Returns whether it is being rebuilt because of that. */
  isWrong(fault: Error): boolean;
  /** Swaps in a file that the command line has rebuilt. Returns whether there was one. */
  takeRebuilt(): boolean;
  /** Rebuilds it, so that no file contains outdated row content. Rejects when that fails. */
  renew(): Promise<void>;
  /**
   * Rebuilds it, so that altered rows are corrected. Does nothing while it is failing; keeps the existing file when there is no
   * room for a second one. Ends early when the signal aborts. Resolves with whether it was rebuilt.
   */
  refresh(signal: AbortSignal, onStep?: (position: number) => void): Promise<boolean>;
  /** Closes it properly. */
  close(): void;
}

interface Serving {
  readonly log: EventLog;
  /** Whether a query may read rows that lack the newest events, while the disk takes no newer ones. */
  readonly mayBeOlder: boolean;
}

/** Runs queries on a read model: a file that cannot be read never means that there is nothing to read. */
export class ServedReadModel<Row extends object> implements Readable<Row> {
  readonly #projection: Projection<Row>;
  readonly #servable: ServableReadModel<Row>;
  readonly #serving: Serving;

  constructor(projection: Projection<Row>, model: ServableReadModel<Row>, serving: Serving) {
    this.#projection = projection;
    this.#servable = model;
    this.#serving = serving;
  }

  all(sql: string, parameters: readonly unknown[]): Promise<unknown[]> {
    return this.#read((model) => model.all(sql, parameters));
  }

  async row(key: string): Promise<Row | undefined> {
    const find = () => this.#read((model) => model.row(key));
    const found = await find();
    const stream = this.#projection.streamOf(key);
    if (found || stream === null || !this.#serving.log.hasStream(stream)) return found;
    if (!this.#servable.isLevel) throw this.#unavailable();
    const lost = new LostRow(`the read model ${this.#projection.name} lacks a row of which the log has events`);
    if (!this.#servable.isWrong(lost)) throw lost;
    return find();
  }

  isWrong(fault: Error): void {
    this.#servable.isWrong(fault);
  }

  async whenUpdated(): Promise<void> {
    await this.#servable.whenReadable(PATIENCE_MS);
    if (!this.#servable.isLevel) throw this.#unavailable();
  }

  async #read<Result>(query: (model: ReadModel<Row>) => Result | Promise<Result>): Promise<Result> {
    for (let tries = 1; ; tries++) {
      await this.#servable.whenReadable(PATIENCE_MS);
      const model = this.#servable.readable;
      if (!model || !(this.#serving.mayBeOlder || this.#servable.isLevel)) throw this.#unavailable();
      try {
        return await query(model);
      } catch (error) {
        // It was replaced during a query of several steps.
        if (this.#servable.readable !== model && tries < MOST_TRIES) continue;
        if (faultOf(error) !== 'damaged') throw error;
        this.#servable.failed(error);
        if (tries >= 2) throw this.#unavailable(error);
      }
    }
  }

  #unavailable(cause?: unknown): ReadModelUnavailable {
    return new ReadModelUnavailable(this.#projection.name, { cause });
  }
}
