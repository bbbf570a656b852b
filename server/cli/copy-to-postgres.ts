import { hasDatabase } from '#db/engine/sqlite/open-file.ts';
import { formatCount } from '#shared/format-count.ts';
import { databaseOf } from '../process/config.ts';
import { readEnvironment } from '../process/read-settings.ts';
import { type Result, count } from './command.ts';
import { showProgress } from './progress.ts';

export async function copyToPostgres(): Promise<Result> {
  const { folder, url } = databaseOf(readEnvironment());
  if (!url) throw new Error('DATABASE_URL is not set. Set it to an empty PostgreSQL database: postgres://...');
  if (!hasDatabase(folder)) throw new Error(`There is no database in ${folder}. DATA_FOLDER says where to look.`);
  const { copyToPostgres: copy } = await import('#db/engine/copy-to-postgres.ts');
  const progress = showProgress('copying', 'rows');
  const onProgress = (rows: number, total: number) => progress.reached(rows, total);
  const { head, tables } = await copy({ folder, url, onProgress }).finally(() => progress.done());
  const width = Math.max(...Object.keys(tables).map(({ length }) => length));
  return {
    lines: [
      `${count(head.position, 'event')} copied and verified. Every table has as many rows as in ${folder}:`,
      ...Object.entries(tables).map(([name, rows]) => `  ${name.padEnd(width)}  ${formatCount(rows)}`),
      `head ${head.position}:${head.hash}`,
      'From now on, start servers with DATABASE_URL only: one without it would sell the same days.',
    ],
  };
}
