import { constants, setPriority } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { type ProjectionName, isProjectionName, projections } from '#db/projections/index.ts';
import { type SwappedBy, putInPlace, rebuild } from '#db/read-models/rebuild-by-command.ts';
import { logFolder } from './data-folder.ts';
import { progressOn } from './progress.ts';
import { EXIT, type Given, Misused, type Verb, printJson } from './verb.ts';

/** How often, in milliseconds, to check whether the server has swapped in a rebuilt file. */
const LOOK_AGAIN = 50;

const NAMES = Object.keys(projections).filter(isProjectionName);

/** The named read models; all when none is named. Throws `Misused`. */
function chosen(names: readonly string[]): readonly ProjectionName[] {
  const unknown = names.find((name) => !isProjectionName(name));
  if (unknown !== undefined)
    throw new Misused(`There is no read model called ${unknown}. There are: ${NAMES.join(', ')}.`);
  return names.length === 0 ? NAMES : names.filter(isProjectionName);
}

export const rebuildVerb: Verb = {
  words: '[name...]',
  about: 'Makes read models again from the log, while the site serves.',
  help: `Replays the log into a fresh file for each named read model (${NAMES.join(', ')}; all
when none is named), and has it swapped in by the running server, or swaps it in itself when none runs.
Killed at any moment it leaves the old read model in its place.`,
  names: { least: 0, most: NAMES.length },
  run: ({ names, isJson }) => rebuildReadModels(chosen(names), { isJson }),
};

/** Rebuilds read models one after another, and waits until each is in its place. Resolves with the exit code. */
async function rebuildReadModels(names: readonly ProjectionName[], { isJson }: Pick<Given, 'isJson'>): Promise<number> {
  const folder = logFolder();
  const say = (words: string) => {
    if (!isJson) console.log(words);
  };
  const done: { readModel: string; events: number; seconds: number; swappedBy: string }[] = [];
  // Visitors of the running site come first.
  setPriority(constants.priority.PRIORITY_LOW);
  for (const name of names) {
    const progress = progressOn(process.stderr, name);
    const start = performance.now();
    const { events, swappedBy } = replay(folder, name, progress);
    const seconds = (performance.now() - start) / 1000;
    say(`${name}: ${events} events replayed in ${seconds.toFixed(1)} s`);
    if (swappedBy === 'none') say(`${name}: waiting for the running server to swap it in`);
    const taker = swappedBy === 'none' ? await settled(folder, name) : swappedBy;
    const how = taker === 'writer' ? 'swapped in by the running server' : 'put in place, as no server is running';
    say(`${name}: ${how}`);
    done.push({ readModel: name, events, seconds: Math.round(seconds * 1000) / 1000, swappedBy: taker });
  }
  if (isJson) printJson(done);
  return EXIT.done;
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
