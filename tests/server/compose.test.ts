import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FatalError } from '#db/fatal-error.ts';
import { compose } from '#server/compose.ts';
import { loadConfig } from '#server/process/config.ts';
import { tempFolder } from '../temp-folder.ts';

/** What SQLite keeps beside a database while it is open. */
function journals(folder: string): string[] {
  return readdirSync(folder).filter((name) => name.endsWith('-wal'));
}

test('when the database cannot be used, everything that was opened is closed', async () => {
  const folder = tempFolder();
  mkdirSync(join(folder, 'halfday.db'));
  await expect(compose(loadConfig({ DATA_FOLDER: folder, LOG_LEVEL: 'silent' }), null)).rejects.toThrow(FatalError);
  expect(journals(folder)).toEqual([]);
});

test('a composed site stays open until it is stopped', async () => {
  const folder = tempFolder();
  const { stop } = await compose(loadConfig({ DATA_FOLDER: folder, LOG_LEVEL: 'silent' }), null);
  expect(journals(folder)).toContain('halfday.db-wal');
  await stop();
  expect(journals(folder)).toEqual([]);
});
