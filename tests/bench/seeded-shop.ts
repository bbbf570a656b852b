import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const SEED = join(import.meta.dirname, '../../server/cli/seed.ts');
const PREFIX = 'halfday-bench-shop-';

export interface ShopSize {
  readonly bookings: number;
  readonly users: number;
}

/** A made-up shop of this size that was made today: a start over an older one would have days to catch up with. */
export async function seededShop({ bookings, users }: ShopSize): Promise<string> {
  const today = new Date().toISOString().slice(0, 10);
  const folder = join(tmpdir(), `${PREFIX}${bookings}-${users}-${today}`);
  if (existsSync(folder)) return folder;
  const others = (await readdir(tmpdir())).filter((name) => name.startsWith(PREFIX) && !name.endsWith(today));
  for (const name of others) await rm(join(tmpdir(), name), { recursive: true, force: true });
  const making = `${folder}.making`;
  await rm(making, { recursive: true, force: true });
  const size = ['--bookings', String(bookings), '--users', String(users)];
  console.log(`making a shop of ${bookings} bookings and ${users} users in ${folder}`);
  await promisify(execFile)(process.execPath, [SEED, '--data', making, ...size]);
  await rename(making, folder);
  return folder;
}
