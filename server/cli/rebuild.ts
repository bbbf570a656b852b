import { setTimeout } from 'node:timers/promises';
import { RebuildRequest } from '#db/engine/rebuild-requests.ts';
import { rebuildOffline } from '#db/open-store.ts';
import { type ProjectionName, isProjectionName, projections } from '#db/projections/index.ts';
import { tryLockFolder } from '#db/disk/writer-lock.ts';
import { logFolder } from './data-folder.ts';
import { progressOn } from './progress.ts';
import { EXIT, type Given, Misused, type Verb, count, printJson } from './verb.ts';

/** How often, in milliseconds, to check how far the server is. */
const POLL_MS = 100;

const NAMES = Object.keys(projections).filter(isProjectionName);

/** The named projections; all when none is named. Throws `Misused`. */
function chosen(names: readonly string[]): readonly ProjectionName[] {
  const unknown = names.find((name) => !isProjectionName(name));
  if (unknown !== undefined)
    throw new Misused(`There is no projection called ${unknown}. There are: ${NAMES.join(', ')}.`);
  return names.length === 0 ? NAMES : names.filter(isProjectionName);
}

/** Resolves with the number of events. */
async function rebuildByServer(folder: string, names: readonly ProjectionName[]): Promise<number> {
  const request = new RebuildRequest(folder, names);
  const progress = progressOn(process.stderr, 'rebuilding');
  try {
    for (;;) {
      const { state, position, head } = request.progress();
      if (state === 'failed') throw new Error('Nothing was rebuilt. The server\u2019s own log says why.');
      if (state !== 'asked') progress.reached(position, head);
      if (state === 'done') return head;
      if (!isServerRunning(folder)) throw new Error('The server has stopped. Run the command again.');
      await setTimeout(POLL_MS);
    }
  } finally {
    progress.done();
    request.close();
  }
}

function isServerRunning(folder: string): boolean {
  const lock = tryLockFolder(folder);
  lock?.release();
  return lock === null;
}

async function run({ names, isJson }: Given): Promise<number> {
  const all = chosen(names);
  const folder = logFolder();
  const start = performance.now();
  const isByServer = isServerRunning(folder);
  const events = isByServer ? await rebuildByServer(folder, all) : await rebuildOffline(folder);
  const seconds = Math.round(performance.now() - start) / 1000;
  const projectionNames = isByServer ? all : NAMES;
  if (isJson) printJson({ projections: projectionNames, events, seconds, by: isByServer ? 'server' : 'self' });
  else
    console.log(
      `${projectionNames.join(', ')}: rebuilt from ${count(events, 'event')} in ${seconds.toFixed(1)} s${isByServer ? ' by the running server' : ''}.`,
    );
  return EXIT.done;
}

export const rebuildVerb: Verb = {
  words: '[name...]',
  about: 'Rebuilds projections from the log, while the site serves.',
  help: `Folds the whole log into new tables and replaces the old ones: those of the named projections
(${NAMES.join(', ')}), or all. The running server does it between requests. If no server runs, this command
rebuilds all. Killed at any moment it leaves the old tables, or they are rebuilt at the next start.`,
  names: { least: 0, most: NAMES.length },
  run,
};
