import { setTimeout } from 'node:timers/promises';
import { sealOf } from '#db/integrity/examine-folder.ts';
import type { ProjectionName } from '#db/projections/index.ts';
import { type SwappedBy, putInPlace, rebuild } from '#db/read-models/rebuild-by-command.ts';
import { progressOn } from './progress.ts';

/** How often, in milliseconds, to check whether the server has swapped in a rebuilt file. */
const LOOK_AGAIN = 50;

/** Rebuilds read models one after another, and waits until each is in its place. Resolves with the exit code. */
export async function rebuildReadModels(folder: string, names: readonly ProjectionName[]): Promise<number> {
  const seal = sealOf(folder);
  if (seal) {
    // Rebuilt without its keys, a read model would lose the personal data that it still has.
    console.error(`Nothing was rebuilt. ${seal.reason}\n${seal.advice}`);
    return 1;
  }
  for (const name of names) {
    const progress = progressOn(process.stderr, name);
    const start = performance.now();
    const { events, swappedBy } = replay(folder, name, progress);
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    console.log(`${name}: ${events} events replayed in ${seconds} s`);
    if (swappedBy === 'none') console.log(`${name}: waiting for the running server to swap it in`);
    const taker = swappedBy === 'none' ? await settled(folder, name) : swappedBy;
    const how = taker === 'writer' ? 'swapped in by the running server' : 'put in place, as no server is running';
    console.log(`${name}: ${how}`);
  }
  return 0;
}

function replay(folder: string, name: ProjectionName, progress: ReturnType<typeof progressOn>) {
  try {
    return rebuild(folder, name, ({ position, head }) => progress.reached(position, head));
  } finally {
    progress.done();
  }
}

/** Waits until the rebuilt file is in place: when a server stops meanwhile, this process swaps it in. */
async function settled(folder: string, name: ProjectionName): Promise<SwappedBy> {
  for (;;) {
    const by = putInPlace(folder, name);
    if (by !== 'none') return by;
    await setTimeout(LOOK_AGAIN);
  }
}
