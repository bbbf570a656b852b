import type { Recorded } from '#events/event.ts';
import type { DomainEvent } from '#events/registry.ts';
import type { ColumnValue, Projection } from './projection.ts';

export type Row = Readonly<Record<string, ColumnValue>>;

/** A row as it is in the table, null for none, and as it is after the folded events. */
interface ChangedRow {
  readonly key: string;
  readonly before: Row | null;
  readonly after: Row;
}

/** The rows of one projection that events change, in memory until an engine writes them. */
export class FoldedRows {
  readonly #projection: Projection<Row>;
  readonly #read: (key: string) => Row | null;
  #changed = new Map<string, ChangedRow>();

  /** `read` returns the row in the table. */
  constructor(projection: Projection<Row>, read: (key: string) => Row | null) {
    this.#projection = projection;
    this.#read = read;
  }

  /** Throws when the event doesn't fit the row. */
  fold(event: Recorded<DomainEvent>): void {
    const projection = this.#projection;
    const key = projection.keyOf(event);
    const changed = this.#changed.get(key);
    const isFirst = projection.rowIsStream && event.revision === 1;
    const before = changed ? changed.before : isFirst ? null : this.#read(key);
    const after = projection.evolve(changed?.after ?? before, event);
    this.#changed.set(key, { key, before, after });
  }

  /** Returns the changed rows, and forgets them. */
  take(): readonly ChangedRow[] {
    const changed = [...this.#changed.values()];
    this.#changed = new Map();
    return changed;
  }
}
