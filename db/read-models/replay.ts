import { reveal } from '../log/codec.ts';
import type { EventLog } from '../log/event-log.ts';
import type { ReadModel } from './read-model.ts';
import type { Vault } from '../vault/vault.ts';

/** Where read models read their events. */
export interface Source {
  readonly log: EventLog;
  readonly vault: Vault;
}

/** Batch sizes: events read, and rows kept in memory before they are written. */
interface Measure {
  readonly events: number;
  readonly rows: number;
}

const QUICKLY: Measure = { events: 1000, rows: 20_000 };

/** Batches small enough for requests to run in between. */
export const IN_STEPS: Measure = { events: 200, rows: 250 };

/**
 * Applies every event of the log after the model's position, batch by batch; yields the position reached. When an event cannot be
 * applied, the ones before it are, and the next replay starts there.
 */
export function* replay<Row extends object>(
  model: ReadModel<Row>,
  { log, vault }: Source,
  { events, rows: mostRows }: Measure = QUICKLY,
): Generator<number, void> {
  try {
    for (;;) {
      const rows = log.readAfter(model.position, events);
      vault.readTogether(() => {
        for (const row of rows) model.fold(row, () => reveal(vault, row));
      });
      if (model.unwrittenRows >= mostRows) model.write();
      if (rows.length < events) break;
      yield model.position;
    }
  } finally {
    model.write();
  }
}

/** Applies all missing events of the log at once. */
export function catchUp<Row extends object>(model: ReadModel<Row>, source: Source): void {
  const steps = replay(model, source);
  while (!steps.next().done);
}
