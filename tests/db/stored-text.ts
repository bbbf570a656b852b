import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { DATABASE_FILE } from '#db/schema.ts';
import { databaseOf } from './folder.ts';
import { runSqlSync } from './sync-sql.ts';

/** Every row of every table. */
const DUMP = `SELECT string_agg(query_to_xml(format('SELECT * FROM %I', tablename), true, false, '')::text, '') AS text
  FROM pg_tables WHERE schemaname = 'public'`;

/** The bytes of all files of a folder, at any depth, and all rows of the PostgreSQL database that stands for it. */
export function storedText(folder: string): string {
  const url = databaseOf(folder);
  const dump = url === null ? '' : runSqlSync<{ text: string }>(url, DUMP)[0]!.text;
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  if (url === null) expect(files.map(({ name }) => name)).toContain(DATABASE_FILE);
  try {
    return (
      dump + files.map(({ parentPath, name }) => readFileSync(join(parentPath, name)).toString('latin1')).join('\n')
    );
  } catch (error) {
    // One was renamed or removed meanwhile.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return storedText(folder);
    throw error;
  }
}
