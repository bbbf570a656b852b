/** Rebuilds a read model from the log while the site serves requests. Each step yields the position reached. */
import { statSync, statfsSync } from 'node:fs';
import { setTimeout as pause, setImmediate as nextTurn } from 'node:timers/promises';
import type { Projection } from '../projections/projection.ts';
import { freshFile, readModelFile, removeReadModelFile } from './read-model-files.ts';
import { IN_MEMORY, ReadModel } from './read-model.ts';
import { type Source, replayInSteps } from './replay.ts';

/** Events that are replayed at once: it is fast enough. */
const AT_ONCE = 5000;
/** Milliseconds of a longer replay between two turns of the event loop. */
const SLICE_MS = 5;
/** The same when nobody waits for the result; requests then have the event loop to themselves for the same time. */
const BACKGROUND_SLICE_MS = 2;

interface Parts extends Source {
  readonly folder: string;
}

/** Builds a read model in its own file, up to the end of the log. */
export function freshInFile<Row extends object>(
  projection: Projection<Row>,
  parts: Parts,
): Generator<number, ReadModel<Row>> {
  demandRoom(parts.folder, readModelFile(parts.folder, projection));
  return build(freshFile(parts.folder, projection), projection, parts);
}

/** Builds a read model in memory, up to the end of the log. */
export function freshInMemory<Row extends object>(
  projection: Projection<Row>,
  parts: Parts,
): Generator<number, ReadModel<Row>> {
  return build(IN_MEMORY, projection, parts);
}

/** Throws when a second file of this size would use up the disk: the log needs the room. */
function demandRoom(folder: string, file: string): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize < 2 * size) throw Object.assign(new Error('no room for a second file'), { code: 'ENOSPC' });
}

function* build<Row extends object>(
  file: string,
  projection: Projection<Row>,
  source: Source,
): Generator<number, ReadModel<Row>> {
  let model: ReadModel<Row> | null = null;
  let isDone = false;
  try {
    model = new ReadModel(file, projection, source.log, file === IN_MEMORY ? 'served' : 'draft');
    yield* replayInSteps(model, source);
    isDone = true;
    return model;
  } finally {
    if (!isDone) {
      model?.release();
      if (file !== IN_MEMORY) removeReadModelFile(file);
    }
  }
}

interface Taking {
  /** Nobody waits for the result. */
  readonly inBackground?: boolean;
  /** Called with the position that each step has reached. */
  readonly onStep?: (position: number) => void;
}

/**
 * Runs the steps: those of a short log before it returns, unless `inBackground`, those of a longer one with requests in between.
 * Resolves with whether all were run; stops early when it is aborted.
 */
export async function takeSteps(
  steps: Generator<number, void>,
  isOver: () => boolean,
  { inBackground = false, onStep = () => {} }: Taking = {},
): Promise<boolean> {
  const [atOnce, sliceMs] = inBackground ? [0, BACKGROUND_SLICE_MS] : [AT_ONCE, SLICE_MS];
  let sliceEnd = performance.now() + sliceMs;
  for (let step = steps.next(); !step.done; step = steps.next()) {
    onStep(step.value);
    if (step.value < atOnce || performance.now() < sliceEnd) continue;
    await (inBackground ? pause(sliceMs) : nextTurn());
    if (isOver()) {
      steps.return();
      return false;
    }
    sliceEnd = performance.now() + sliceMs;
  }
  return true;
}
