import { storedText } from '../../db/stored-text.ts';
import { openSite } from '../bookings/site.ts';
import { until } from '../workers/run.ts';
import { ADA, BEN, type Town, openTown } from './town.ts';

/** Those of these texts that any file of the data folder, or the database, contains once deletions are complete. */
export async function foundIn({ config, isCleaned }: Town, texts: readonly string[]): Promise<string[]> {
  await until(isCleaned);
  const stored = storedText(config.dataFolder);
  return texts.filter((text) => stored.includes(text));
}

/** A town without limits, with an owner, and a customer who may delete the account. */
export async function settled() {
  const town = openTown(() => openSite(undefined, { RATE_LIMIT: '0' }));
  await town.resident(ADA);
  const ben = await town.resident(BEN);
  return { town, ben, account: await town.idOf(BEN.email) };
}
