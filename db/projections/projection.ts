import type { Recorded } from '#events/event.ts';
import type { DomainEvent } from '#events/registry.ts';

/** A value as a column of a read model keeps it. */
export type ColumnValue = string | number | null;

/**
 * A read model as a fold per row: which row an event concerns, and what the row is after it. The same fold keeps it up to
 * date and rebuilds it, so that both give the same rows.
 */
export interface Projection<Row extends object> {
  /** Also the name of its table. */
  readonly name: string;
  /** Raised whenever rows would come out differently; a new version is built beside the old. */
  readonly version: number;
  /** Columns in order, the key first, each with its SQL type. */
  readonly columns: Readonly<Record<Extract<keyof Row, string>, string>>;
  /** Further statements, for indexes. */
  readonly indexes?: readonly string[];
  /** Whether each row tells of one stream and each stream has one row: its first event then finds no row. */
  readonly rowIsStream: boolean;
  /** Whether its rows hold personal data. */
  readonly isPersonal: boolean;
  /** The stream whose first event makes the row of a key; absent when rows come to be otherwise. */
  streamOf?(key: string): string;
  /** Whether the event matters: known before anything else of it is read. */
  concerns(event: { readonly stream: string; readonly type: string }): boolean;
  /** The key of the row that an event, which matters, concerns. */
  keyOf(event: Recorded<DomainEvent>): string;
  evolve(row: Row | null, event: Recorded<DomainEvent>): Row;
}
