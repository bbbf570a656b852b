import type { Recorded } from '#events/event.ts';
import type { DomainEvent } from '#events/registry.ts';
import type { EventLog } from '../log/event-log.ts';
import type { Projection } from '../projections/projection.ts';
import { LostRow, ReadModelUnavailable, faultOf } from './read-model-faults.ts';
import type { ReadModel } from './read-model.ts';
import type { Readable } from './read-queries.ts';

/** How long, in milliseconds, a query waits for a read model that is made again. */
const PATIENCE_MS = 3000;

/** A read model that is kept level with the log. */
export interface Kept<Row extends object> {
  /** Whether queries see every event. */
  readonly isLevel: boolean;
  /** What queries can be answered from; null while it is made again, or waits for the disk. */
  readonly readable: ReadModel<Row> | null;
  /** Takes freshly committed events into account. */
  apply(events: readonly Recorded<DomainEvent>[]): void;
  /** Resolves when it can be read, after so many milliseconds at the latest. */
  whenReadable(ms: number): Promise<void>;
  /** Hears that reading it failed. */
  failed(error: unknown): void;
  /** Hears that a row is missing, or says what the log does not. Returns whether it is made again for that. */
  isWrong(fault: Error): boolean;
  /** Swaps in a file that the command line has rebuilt. Returns whether there was one. */
  takeRebuilt(): boolean;
  /** Makes it again, so that no file holds anything of what its rows once said. Rejects when that fails. */
  renew(): Promise<void>;
  /**
   * Makes it again, so that rows that were altered are as the log says; not when it fails already, and what is there stays when the
   * disk takes no second file. Ends early with the signal.
   */
  refresh(signal: AbortSignal): Promise<void>;
  /** Closes it in good order. */
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
  readonly #kept: Kept<Row>;
  readonly #serving: Serving;

  constructor(projection: Projection<Row>, kept: Kept<Row>, serving: Serving) {
    this.#projection = projection;
    this.#kept = kept;
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
    if (!this.#kept.isLevel) throw this.#unavailable();
    const lost = new LostRow(`the read model ${this.#projection.name} lacks a row of which the log has events`);
    if (!this.#kept.isWrong(lost)) throw lost;
    return find();
  }

  isWrong(fault: Error): void {
    this.#kept.isWrong(fault);
  }

  async whenLevel(): Promise<void> {
    await this.#kept.whenReadable(PATIENCE_MS);
    if (!this.#kept.isLevel) throw this.#unavailable();
  }

  async #read<Result>(query: (model: ReadModel<Row>) => Result): Promise<Result> {
    for (let tries = 1; ; tries++) {
      await this.#kept.whenReadable(PATIENCE_MS);
      const model = this.#kept.readable;
      if (!model || !(this.#serving.mayBeOlder || this.#kept.isLevel)) throw this.#unavailable();
      try {
        return query(model);
      } catch (error) {
        if (faultOf(error) !== 'damaged') throw error;
        this.#kept.failed(error);
        if (tries === 2) throw this.#unavailable(error);
      }
    }
  }

  #unavailable(cause?: unknown): ReadModelUnavailable {
    return new ReadModelUnavailable(this.#projection.name, { cause });
  }
}
