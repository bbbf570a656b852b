export type Value = string | number | Buffer | null;

export interface Write {
  readonly sql: string;
  readonly rows: readonly (readonly Value[])[];
  /** Called with the number of written rows; an error undoes the transaction. */
  readonly check?: (written: number) => void;
}

export function insertRows(table: string, rows: readonly object[], onConflict = ''): Write {
  const columns = Object.keys(rows[0] ?? {});
  const sql = `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')}) ${onConflict}`;
  return {
    sql,
    rows: (rows as readonly Readonly<Record<string, Value>>[]).map((row) => columns.map((name) => row[name]!)),
  };
}
