import type { Projection } from '../projections/projection.ts';
import { IN_MEMORY, ReadModel } from './read-model.ts';
import { type Source, catchUp } from './replay.ts';
import type { ServableReadModel } from './served-read-model.ts';

/** A read model of a log that does not grow: made once, in memory. Throws when the log cannot be read. */
export class FixedReadModel<Row extends object> implements ServableReadModel<Row> {
  readonly isLevel = true;
  readonly readable: ReadModel<Row>;

  constructor(projection: Projection<Row>, source: Source) {
    this.readable = new ReadModel(IN_MEMORY, projection, source.log);
    catchUp(this.readable, source);
  }

  apply(): void {}

  async whenReadable(): Promise<void> {}

  failed(): void {}

  isWrong(): boolean {
    return false;
  }

  takeRebuilt(): boolean {
    return false;
  }

  async renew(): Promise<void> {}

  async refresh(): Promise<boolean> {
    return false;
  }

  close(): void {
    this.readable.close();
  }
}
