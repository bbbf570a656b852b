import type { Store, StoreOptions } from '../../store.ts';
import { PostgresStore } from './postgres-store.ts';
import { prepareDatabase } from './prepare.ts';

/** Opens the database at an address, and creates what it lacks. */
export async function openPostgres(url: string, options: StoreOptions): Promise<Store> {
  return new PostgresStore(await prepareDatabase(url, options), options);
}
