import type { EventLog } from '../log/event-log.ts';
import type { Projection } from '../projections/projection.ts';
import { ReadModel } from './read-model.ts';

/** Opens an existing file. Throws when it is torn, has another shape, belongs to another log, or is ahead of the log. */
export function openTrusted<Row extends object>(
  file: string,
  projection: Projection<Row>,
  log: EventLog,
): ReadModel<Row> {
  const model = new ReadModel(file, projection, log);
  try {
    if (!model.isTrusted) throw new Error('it was in use when the machine went down');
    if (model.position > log.head().position) throw new Error('it is ahead of the log');
    if (!model.isOfThisLog) throw new Error('it was made from another log');
    model.markOpen();
    return model;
  } catch (error) {
    model.release();
    throw error;
  }
}
