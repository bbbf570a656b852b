import Database from 'better-sqlite3';
import type { SqliteDatabase } from './sqlite.ts';

/** The first damage that SQLite finds in a database, and where; null when there is none. Reads every page. */
export function damageOf(db: SqliteDatabase): string | null {
  const found = String(db.pragma('integrity_check(1)', { simple: true }));
  if (found === 'ok') return null;
  const what = found.split('\n').at(-1) ?? found;
  const root = /^Tree (\d+) /.exec(what)?.[1];
  const name = db.prepare<[number], string>('SELECT name FROM sqlite_master WHERE rootpage = ?').pluck();
  const part = root === undefined ? undefined : name.get(Number(root));
  return part === undefined ? what : `${what}, of ${part}`;
}

interface Column {
  readonly table: string;
  readonly column: string;
}

function columnsOf(db: SqliteDatabase): Column[] {
  return db
    .prepare<[], Column>(
      `SELECT tables.name AS "table", columns.name AS "column"
       FROM sqlite_master tables, pragma_table_info(tables.name) columns WHERE tables.type = 'table'`,
    )
    .all();
}

/** The columns that a file of a version must have, read from a database made in memory. */
function columnsAfter(steps: readonly string[]): Column[] {
  const db = new Database(':memory:');
  try {
    for (const step of steps) db.exec(step);
    return columnsOf(db);
  } finally {
    db.close();
  }
}

/** The first table or column that a file of its version must have and lacks, in words; null when none is missing. */
export function missingTable(db: SqliteDatabase, steps: readonly string[]): string | null {
  const version = Number(db.pragma('user_version', { simple: true }));
  const found = columnsOf(db);
  const lacking = columnsAfter(steps.slice(0, version)).find(
    ({ table, column }) => !found.some((each) => each.table === table && each.column === column),
  );
  if (!lacking) return null;
  const isTableThere = found.some(({ table }) => table === lacking.table);
  return isTableThere ? `the column ${lacking.column} of its table ${lacking.table}` : `its table ${lacking.table}`;
}
