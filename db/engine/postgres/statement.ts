import type { Connection } from './connection.ts';

/** A part of a statement. `$?` stands for its one value. */
export interface Part {
  readonly name: string;
  readonly sql: string;
  readonly value: unknown;
}

const numbered = ({ sql }: Part, index: number) => sql.replaceAll('$?', `$${index + 1}`);

/** Reads several results with one round trip: each part is a query with one row and one column. */
export async function readTogether(
  connection: Connection,
  parts: readonly Part[],
): Promise<Readonly<Record<string, unknown>>> {
  if (parts.length === 0) return {};
  const columns = parts.map((part, index) => `(${numbered(part, index)}) AS ${part.name}`);
  const { rows } = await connection.query(
    `SELECT ${columns.join(', ')}`,
    parts.map(({ value }) => value),
  );
  return rows[0] as Record<string, unknown>;
}

/** Writes to several tables with one round trip. No two parts may write the same row. Returns the number of rows of each. */
export async function writeTogether(
  connection: Connection,
  parts: readonly Part[],
): Promise<Readonly<Record<string, number>>> {
  if (parts.length === 0) return {};
  const writes = parts.map((part, index) => `${part.name} AS (${numbered(part, index)} RETURNING 1)`);
  const counts = parts.map(({ name }) => `(SELECT count(*) FROM ${name}) AS ${name}`);
  const { rows } = await connection.query(
    `WITH ${writes.join(', ')} SELECT ${counts.join(', ')}`,
    parts.map(({ value }) => value),
  );
  return rows[0] as Record<string, number>;
}

/** A part that inserts rows into a table. */
export function insertRows(name: string, table: string, rows: readonly object[], ending = ''): Part {
  const sql = `INSERT INTO ${table} SELECT * FROM json_populate_recordset(NULL::${table}, $?) ${ending}`;
  return { name, sql, value: JSON.stringify(rows) };
}
