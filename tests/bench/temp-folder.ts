import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Lends a folder on a real disk: what a benchmark of commits writes to must not be memory. */
export async function withFolder<Result>(use: (folder: string) => Promise<Result> | Result): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'halfday-bench-'));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
