/** A value as a column of a read model keeps it. */
export type ColumnValue = string | number | null;

/** A column of a read model: its SQL type, and the type of its values. */
export interface Column<Value extends ColumnValue> {
  readonly sql: string;
  /** Carries the type alone: it is never there. */
  readonly value?: Value;
}

export type Columns = Readonly<Record<string, Column<ColumnValue>>>;

/** The row that columns make up. */
export type RowOf<All extends Columns> = {
  readonly [Name in keyof All]: All[Name] extends Column<infer Value> ? Value : never;
};

/** The row's key. */
export function key<Value extends string>(): Column<Value> {
  return { sql: 'TEXT PRIMARY KEY' };
}

export function text<Value extends string>(): Column<Value> {
  return { sql: 'TEXT NOT NULL' };
}

export function textOrNull<Value extends string>(): Column<Value | null> {
  return { sql: 'TEXT' };
}

export function integer<Value extends number>(): Column<Value> {
  return { sql: 'INTEGER NOT NULL' };
}

export function integerOrNull(): Column<number | null> {
  return { sql: 'INTEGER' };
}
