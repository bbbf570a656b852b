import { reveal } from '../log/codec.ts';
import type { EventLog } from '../log/event-log.ts';
import type { ReadModel } from './read-model.ts';
import type { Vault } from '../vault/vault.ts';

/** Where read models read their events. */
export interface Source {
  readonly log: EventLog;
  readonly vault: Vault;
}

/** Events read at once by a command or a start, and rows kept in memory before they are written. */
const QUICKLY = { events: 1000, rows: 20_000 };

/** The same in between requests; `written` is the number of rows written at once. A step takes a millisecond or two. */
const IN_STEPS = { events: 100, rows: 2000, written: 40 };

/** Folds the next events of the log. Returns whether they were the last. */
function foldNext<Row extends object>(model: ReadModel<Row>, { log, vault }: Source, limit: number): boolean {
  const rows = log.readAfter(model.position, limit);
  vault.readTogether(() => {
    for (const row of rows) model.fold(row, () => reveal(vault, row));
  });
  return rows.length < limit;
}

/**
 * Applies every event of the log after the model's position, batch by batch; yields the position reached. When an event cannot be
 * applied, the ones before it are, and the next replay starts there.
 */
export function* replay<Row extends object>(model: ReadModel<Row>, source: Source): Generator<number, void> {
  try {
    while (!foldNext(model, source, QUICKLY.events)) {
      if (model.unwrittenRows >= QUICKLY.rows) model.write();
      yield model.position;
    }
  } finally {
    model.write();
  }
}

/**
 * Applies every event of the log to a new model that nobody reads yet, in steps small enough for requests to run in between; yields
 * the position reached.
 */
export function* replayInSteps<Row extends object>(model: ReadModel<Row>, source: Source): Generator<number, void> {
  for (;;) {
    const isEnd = foldNext(model, source, IN_STEPS.events);
    if (isEnd && model.unwrittenRows <= IN_STEPS.written) break;
    yield model.position;
    if (!isEnd && model.unwrittenRows < IN_STEPS.rows) continue;
    for (const _ of model.writeInParts(IN_STEPS.written)) yield model.position;
  }
  model.write();
}

/** Applies all missing events of the log at once. */
export function catchUp<Row extends object>(model: ReadModel<Row>, source: Source): void {
  const steps = replay(model, source);
  while (!steps.next().done);
}
