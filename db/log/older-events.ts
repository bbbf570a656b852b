import { EventLog } from './event-log.ts';
import { type Seal, sealOfDamage } from '../integrity/seal.ts';
import { isBroken, openSqliteReader } from '../disk/sqlite.ts';
import { walkChain } from '../integrity/verify.ts';

/** Events checked in one step: a fraction of a millisecond. */
const PAGE = 100;

/**
 * Checks the events that the start did not, up to position `end`, a page a step. Yields the position reached; returns the reason
 * to seal the store if an event is bad. It reads on its own connection: an unreadable page then counts as damage of the log and
 * does not end the process again at every start.
 */
export function* checkOlderEvents(file: string, end: number): Generator<number, Seal | null, void> {
  const db = openSqliteReader(file);
  let reached = 0;
  try {
    const steps = walkChain(new EventLog(db), { end, page: PAGE });
    for (;;) {
      const step = steps.next();
      if (step.done) return step.value.bad && sealOfDamage(step.value.bad);
      reached = step.value;
      yield reached;
    }
  } catch (error) {
    if (!isBroken(error)) throw error;
    return sealOfDamage({
      position: reached + 1,
      stream: 'or one after it',
      why: `it cannot be read (${String(error)})`,
    });
  } finally {
    db.close();
  }
}
