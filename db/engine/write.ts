export type Value = string | number | Buffer | null;

/** A statement that writes, run once with each row of values, which take the places of its `?`. */
export interface Write {
  readonly sql: string;
  readonly rows: readonly (readonly Value[])[];
  /** Called with the number of written rows. What it throws undoes the transaction. */
  readonly check?: (written: number) => void;
}

/** Inserts rows that have the same columns. `onConflict` is an `ON CONFLICT` clause. */
export function insertRows(table: string, rows: readonly object[], onConflict = ''): Write {
  const columns = Object.keys(rows[0] ?? {});
  const sql = `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')}) ${onConflict}`;
  return {
    sql,
    rows: (rows as readonly Readonly<Record<string, Value>>[]).map((row) => columns.map((name) => row[name]!)),
  };
}
