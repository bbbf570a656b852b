import { accessSync, existsSync } from 'node:fs';
import type { Recorded } from '#events/event.ts';
import type { DomainEvent } from '#events/registry.ts';
import { freshInFile, freshInMemory, takeSteps } from './rebuild-while-serving.ts';
import type { Projection } from '../projections/projection.ts';
import { readModelFile, rebuiltFile, removeReadModelFile, replaceReadModelFile } from './read-model-files.ts';
import { faultOf, inDetail, isOfDisk } from './read-model-faults.ts';
import type { ReadModel } from './read-model.ts';
import { catchUp } from './replay.ts';
import { Gate, Retry } from '../disk/retry.ts';
import type { ServableReadModel, Surroundings } from './served-read-model.ts';
import { openTrusted } from './open-read-model.ts';

/** The longest log that is replayed into memory while the disk accepts no file. */
const MOST_IN_MEMORY = 200_000;
/** Number of folded events after which rows are written even without a query: bounds how long the next query waits. */
const EVENTS_IN_MEMORY = 256;
/** A read model that fails again within this time, in milliseconds, is rebuilt only after a pause. */
const PROBATION_MS = 60_000;

/**
 * One read model, kept level with the log, and rebuilt from the log while the site serves requests whenever its file is damaged,
 * lacks a row or cannot be written. While the disk accepts no file at all, it is kept in memory.
 */
export class SelfMendingReadModel<Row extends object> implements ServableReadModel<Row> {
  readonly #projection: Projection<Row>;
  readonly #parts: Surroundings;
  readonly #retry = new Retry();
  readonly #gate = new Gate();
  #model: ReadModel<Row> | null = null;
  /** The last log position that the rows should include. */
  #head: number;
  /** Its content cannot be relied on: no query reads it. */
  #isDamaged = false;
  /** It cannot be written at present: queries read the rows it has. */
  #isStuck = false;
  #making: Promise<void> | null = null;
  #madeAt = -Infinity;
  #isClosed = false;

  constructor(projection: Projection<Row>, parts: Surroundings) {
    this.#projection = projection;
    this.#parts = parts;
    this.#head = parts.log.head().position;
    if (existsSync(rebuiltFile(parts.folder, projection))) this.takeRebuilt();
    else this.#open();
  }

  get #file(): string {
    return readModelFile(this.#parts.folder, this.#projection);
  }

  get isLevel(): boolean {
    const model = this.readable;
    return model !== null && model.position >= this.#head && model.unwrittenRows === 0;
  }

  /** Folds events in memory: rows are written at the next query, many at once. */
  apply(events: readonly Recorded<DomainEvent>[]): void {
    this.#head = events.at(-1)?.position ?? this.#head;
    this.#keepUp((model) => {
      if (model.position + 1 === events[0]?.position) for (const event of events) model.fold(event, () => event);
      else catchUp(model, this.#parts);
      if (model.unwrittenEvents >= EVENTS_IN_MEMORY) model.write();
    });
  }

  /** Writes the rows that are still in memory, and catches up after a failure. */
  level(): void {
    this.#keepUp((model) => {
      if (model.position < this.#head) catchUp(model, this.#parts);
      else if (model.unwrittenRows > 0) model.write();
    });
  }

  #keepUp(step: (model: ReadModel<Row>) => void): void {
    if (!this.#model || this.#isDamaged || this.#isStuck) return;
    try {
      step(this.#model);
    } catch (error) {
      this.failed(error);
    }
  }

  get readable(): ReadModel<Row> | null {
    this.level();
    return this.#isDamaged ? null : this.#model;
  }

  async whenReadable(ms: number): Promise<void> {
    if (!this.readable) await this.#gate.wait(ms);
  }

  isWrong(fault: Error): boolean {
    // It was just rebuilt from the log with the same result: another rebuild would change nothing.
    if (this.#wasJustMade) return false;
    this.#isDamaged = true;
    void this.#make(fault);
    return true;
  }

  takeRebuilt(): boolean {
    const rebuilt = rebuiltFile(this.#parts.folder, this.#projection);
    if (!existsSync(rebuilt)) return false;
    this.#release();
    try {
      replaceReadModelFile(this.#file, rebuilt);
      return true;
    } catch (error) {
      this.#parts.report('a rebuilt read model could not be swapped in', inDetail(this.#projection, error));
      return false;
    } finally {
      this.#open();
    }
  }

  /** Opens its file, or makes it from the log. A new file is complete when the log is empty. */
  #open(): void {
    if (this.#head > 0 && !existsSync(this.#file)) return this.#makeSoon(null);
    try {
      this.#model = openTrusted(this.#file, this.#projection, this.#parts.log);
    } catch (error) {
      this.#makeSoon(error);
      return;
    }
    this.#works();
    this.level();
  }

  failed(error: unknown): void {
    const fault = faultOf(error);
    if (fault === 'refused') {
      this.#isStuck = true;
      this.#parts.report('a read model could not be written', inDetail(this.#projection, error));
      this.#tryLater(error);
      return;
    }
    if (fault === 'damaged') this.#isDamaged = true;
    else this.#stop();
    this.#makeSoon(error);
  }

  /** An event cannot be applied: the rows of earlier events are written and stay readable. */
  #stop(): void {
    this.#isStuck = true;
    try {
      this.#model?.write();
    } catch (error) {
      this.#parts.report('a read model could not be written', inDetail(this.#projection, error));
    }
  }

  #tryLater(why: unknown): void {
    if (this.#isClosed) return;
    this.#retry.later(this.#parts.firstRetryMs, () => {
      if (!this.#isWrittenAgain()) void this.#make(why);
    });
  }

  /** Whether the existing file can be written again. */
  #isWrittenAgain(): boolean {
    const model = this.#model;
    if (!model || model.isInMemory || this.#isDamaged) return false;
    try {
      catchUp(model, this.#parts);
    } catch {
      return false;
    }
    this.#works();
    this.#parts.report('a read model can be written again', { readModel: this.#projection.name });
    return true;
  }

  #works(): void {
    this.#isDamaged = false;
    this.#isStuck = false;
    this.#retry.cancel();
    this.#gate.open();
  }

  get #wasJustMade(): boolean {
    return performance.now() - this.#madeAt < PROBATION_MS;
  }

  /** Rebuilds it now, or after a pause if it was rebuilt just before. */
  #makeSoon(why: unknown): void {
    if (this.#wasJustMade) {
      this.#tryLater(why);
      return;
    }
    this.#retry.reset();
    void this.#make(why);
  }

  /** Rebuilds it, because of an error or, without `why`, for no fault of its own. */
  #make(why: unknown): Promise<void> {
    if (this.#isClosed) return Promise.resolve();
    if (this.#making) return this.#making;
    this.#making = this.#makeAgain(why).finally(() => {
      this.#making = null;
    });
    // Its failure is reported elsewhere, and the rebuild is repeated.
    this.#making.catch(() => {});
    return this.#making;
  }

  async #makeAgain(why: unknown): Promise<void> {
    const { name: readModel } = this.#projection;
    const { report } = this.#parts;
    const start = performance.now();
    if (why !== null) report('a read model is made again', { readModel, why: (why as Error).message });
    try {
      if (!(await takeSteps(this.#replacement(), () => this.#isClosed))) return;
    } catch (error) {
      this.#parts.report('a read model could not be made again', inDetail(this.#projection, error));
      this.#tryLater(why);
      throw error;
    }
    if (why === null) return;
    this.#madeAt = performance.now();
    const { position: events = 0, isInMemory = false } = this.#model ?? {};
    report('a read model was made again', { readModel, events, ms: Math.round(performance.now() - start), isInMemory });
  }

  *#replacement(): Generator<number, void> {
    try {
      yield* this.#replacementInFile();
      return;
    } catch (error) {
      const isInMemory = this.#model?.isInMemory === true && !this.#isDamaged && !this.#isStuck;
      if (!isOfDisk(error) || isInMemory || this.#head > MOST_IN_MEMORY) throw error;
    }
    const fresh = yield* freshInMemory(this.#projection, this.#parts);
    this.#release();
    this.#use(fresh);
    this.#tryLater(new Error('it is only in memory'));
    // The file is out of date from now on, and removing it frees room.
    removeReadModelFile(this.#file);
  }

  #use(model: ReadModel<Row>): void {
    this.#model = model;
    this.#works();
  }

  #putInPlace(fresh: ReadModel<Row>): ReadModel<Row> {
    fresh.release();
    // Forgetting a customer has removed the fresh file: the old one stays in use.
    accessSync(fresh.file);
    this.#release();
    replaceReadModelFile(this.#file, fresh.file);
    return openTrusted(this.#file, this.#projection, this.#parts.log);
  }

  #release(): void {
    const model = this.#model;
    this.#model = null;
    model?.release();
  }

  async renew(): Promise<void> {
    while (this.#making) await this.#making.catch(() => {});
    await this.#make(null);
  }

  async refresh(signal: AbortSignal, onStep: (position: number) => void = () => {}): Promise<boolean> {
    const isFailing = this.#isDamaged || this.#isStuck || this.#model?.isInMemory !== false;
    if (this.#making || this.#isClosed || isFailing) return false;
    const isOver = () => this.#isClosed || signal.aborted;
    const steps = takeSteps(this.#replacementInFile(), isOver, { inBackground: true, onStep });
    this.#making = steps.then(() => undefined).finally(() => (this.#making = null));
    try {
      return await this.#making.then(() => steps);
    } catch (error) {
      this.#parts.report('a read model could not be made again, and stays as it is', inDetail(this.#projection, error));
      if (!this.#model || this.#isDamaged) this.#makeSoon(error);
      return false;
    }
  }

  *#replacementInFile(): Generator<number, void> {
    this.#use(this.#putInPlace(yield* freshInFile(this.#projection, this.#parts)));
  }

  /** Closes the file; a damaged one is removed. */
  close(): void {
    this.#isClosed = true;
    this.#retry.cancel();
    this.#gate.open();
    if (this.#isDamaged) {
      this.#release();
      removeReadModelFile(this.#file);
    } else this.#model?.close();
  }
}
