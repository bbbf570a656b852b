import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { openSite } from '../bookings/site.ts';
import { until } from '../workers/run.ts';
import { ADA, BEN, type Town, openTown } from './town.ts';

/** Those of these texts that any file of the data folder contains, at any depth, once deletions are complete. */
export async function foundIn({ config, store, isCleaned }: Town, texts: readonly string[]): Promise<string[]> {
  await until(isCleaned);
  const { bookings, users } = store.updatedQueries();
  // Writes the rows that are still in memory.
  await Promise.all([bookings.whenUpdated(), users.whenUpdated()]);
  const files = readdirSync(config.dataFolder, { recursive: true, withFileTypes: true }).filter((file) =>
    file.isFile(),
  );
  expect(files.map(({ name }) => name)).toEqual(expect.arrayContaining(['log.db', 'vault.db']));
  const bytes = files.map(({ parentPath, name }) => readFileSync(join(parentPath, name)).toString('latin1')).join('\n');
  return texts.filter((text) => bytes.includes(text));
}

/** A town without limits, with an owner, and a customer who may delete the account. */
export async function settled() {
  const town = openTown(() => openSite(undefined, { RATE_LIMIT: '0' }));
  await town.resident(ADA);
  const ben = await town.resident(BEN);
  return { town, ben, account: await town.idOf(BEN.email) };
}
