import type { Recorded } from '#events/event.ts';
import type { DomainEvent } from '#events/registry.ts';

export type ColumnValue = string | number | null;

export interface Column<Value extends ColumnValue> {
  readonly sql: string;
  readonly value?: Value;
}

export type Columns = Readonly<Record<string, Column<ColumnValue>>>;

export type RowOf<All extends Columns> = {
  readonly [Name in keyof All]: All[Name] extends Column<infer Value> ? Value : never;
};

export const key = <Value extends string>(): Column<Value> => ({ sql: 'TEXT PRIMARY KEY' });
export const text = <Value extends string>(): Column<Value> => ({ sql: 'TEXT NOT NULL' });
export const textOrNull = <Value extends string>(): Column<Value | null> => ({ sql: 'TEXT' });
export const integer = <Value extends number>(): Column<Value> => ({ sql: 'INTEGER NOT NULL' });
export const integerOrNull = (): Column<number | null> => ({ sql: 'INTEGER' });

type EventType = DomainEvent['type'];

export type RecordedOf<Type extends EventType> = Recorded<Extract<DomainEvent, { type: Type }>>;

/** Updates and rebuilds use the same functions, so both result in the same rows. */
export interface Projection<Row extends object> {
  /** Also the table's name. */
  readonly name: string;
  readonly columns: Columns;
  readonly indexes: readonly string[];
  /** Set to null when the person in the column `person` is forgotten, because no event of their row says so. */
  readonly forgotten: readonly string[];
  concerns(event: { readonly type: string }): boolean;
  keyOf(event: Recorded<DomainEvent>): string;
  evolve(row: Row | null, event: Recorded<DomainEvent>): Row;
}

export type RowChanges<Row, Type extends EventType> = {
  readonly [Each in Type]: (row: Row, event: RecordedOf<Each>) => Row;
};

interface Declared<All extends Columns, First extends EventType, Later extends EventType> {
  readonly name: string;
  readonly columns: All;
  readonly indexes?: readonly string[];
  /** By default the part of its stream's name after the category. */
  readonly keyOf?: (event: RecordedOf<First | Later>) => string;
  readonly forgotten?: readonly (keyof All & string)[];
  /** `row`: the existing one, if any. */
  readonly create: { readonly [Each in First]: (event: RecordedOf<Each>, row: RowOf<All> | null) => RowOf<All> };
  readonly update: RowChanges<RowOf<All>, Later>;
  readonly derive?: (row: RowOf<All>) => RowOf<All>;
}

export function projection<const All extends Columns, First extends EventType, Later extends EventType>(
  declared: Declared<All, First, Later>,
): Projection<RowOf<All>> {
  type Row = RowOf<All>;
  type Subject = RecordedOf<First | Later>;
  const { name, columns, indexes = [], forgotten = [], derive = (row) => row } = declared;
  const { keyOf = ({ stream }: Subject) => stream.slice(stream.indexOf('-') + 1) } = declared;
  const creators = new Map(Object.entries<(event: never, row: Row | null) => Row>(declared.create));
  const updaters = new Map(Object.entries<(row: Row, event: never) => Row>(declared.update));

  function changed(row: Row | null, event: Subject): Row {
    const create = creators.get(event.type);
    if (create) return create(event as never, row);
    if (!row) throw new Error(`${event.type} finds no row of ${name} for ${event.stream}`);
    return updaters.get(event.type)!(row, event as never);
  }

  return {
    name,
    columns,
    indexes,
    forgotten,
    concerns: ({ type }) => creators.has(type) || updaters.has(type),
    keyOf: (event) => keyOf(event as Subject),
    evolve: (row, event) => derive(changed(row, event as Subject)),
  };
}
