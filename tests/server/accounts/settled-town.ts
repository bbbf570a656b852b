import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { openSite } from '../bookings/site.ts';
import { until } from '../workers/run.ts';
import { ADA, BEN, type Town, openTown } from './town.ts';

/** The bytes of all files of a folder, read again from the beginning when one of them is renamed or removed meanwhile. */
function bytesIn(folder: string): string {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  expect(files.map(({ name }) => name)).toEqual(expect.arrayContaining(['halfday.db']));
  try {
    return files.map(({ parentPath, name }) => readFileSync(join(parentPath, name)).toString('latin1')).join('\n');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return bytesIn(folder);
    throw error;
  }
}

/** Those of these texts that any file of the data folder contains, at any depth, once deletions are complete. */
export async function foundIn({ config, isCleaned }: Town, texts: readonly string[]): Promise<string[]> {
  await until(isCleaned);
  const bytes = bytesIn(config.dataFolder);
  return texts.filter((text) => bytes.includes(text));
}

/** A town without limits, with an owner, and a customer who may delete the account. */
export async function settled() {
  const town = openTown(() => openSite(undefined, { RATE_LIMIT: '0' }));
  await town.resident(ADA);
  const ben = await town.resident(BEN);
  return { town, ben, account: await town.idOf(BEN.email) };
}
