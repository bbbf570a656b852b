import { EventLog } from './event-log.ts';
import { type Seal, sealOfDamage } from '../integrity/fit.ts';
import { isBroken, openSqliteReader } from '../disk/sqlite.ts';
import { walkChain } from '../integrity/verify.ts';

/** Events checked in one go: a fraction of a millisecond. */
const PAGE = 100;

/**
 * Checks the events that the start did not look at, up to position `end`, a page a step. Yields how far it has come; returns why
 * nothing must be written any more, if one is bad. It reads by a connection of its own: a page that cannot be read is damage to the
 * log here, and no reason to end the process again and again.
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
