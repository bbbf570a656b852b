/** A value of a projection's column. */
export type ColumnValue = string | number | null;

/** A column of a projection: its SQL type, and the type of its values. */
export interface Column<Value extends ColumnValue> {
  readonly sql: string;
  /** Carries the type; never set at run time. */
  readonly value?: Value;
}

export type Columns = Readonly<Record<string, Column<ColumnValue>>>;

/** The row type of a set of columns. */
export type RowOf<All extends Columns> = {
  readonly [Name in keyof All]: All[Name] extends Column<infer Value> ? Value : never;
};

/** The primary key column. */
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
