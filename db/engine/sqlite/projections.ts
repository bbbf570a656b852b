import { setTimeout as pause } from 'node:timers/promises';
import type { Recorded } from '#events/event.ts';
import type { DomainEvent } from '#events/registry.ts';
import { isForgetting } from '../../batch.ts';
import { reveal } from '../../log/codec.ts';
import type { EventLog } from './event-log.ts';
import { ProjectionSet } from './projection-set.ts';
import type { SqliteDatabase } from './sqlite.ts';
import type { Vault } from './vault.ts';

/** Events folded in one transaction before requests are served. */
const EVENTS_AT_START = 10_000;

/** Events folded in one step in between requests: a few milliseconds. */
const STEP_EVENTS = 100;

interface Parts {
  readonly db: SqliteDatabase;
  readonly log: EventLog;
  readonly vault: Vault;
  readonly report: (message: string, detail: unknown) => void;
  /** Called when another set of tables is served. */
  readonly onServe: () => void;
  /** Called when the served set needs a rebuild. */
  readonly onStale: () => void;
}

/** The tables that are folded from events, in the transaction that appends these. */
export class Projections {
  readonly #parts: Parts;
  #served: ProjectionSet;
  /** The set of a rebuild that is under way. */
  #draft: ProjectionSet | null = null;

  /** Opens or creates the set of this build, and folds the events that it lacks. */
  constructor(parts: Parts) {
    this.#parts = parts;
    const { db, log } = parts;
    const { set, foldedTo } = ProjectionSet.open(db) ?? { set: ProjectionSet.create(db), foldedTo: 0 };
    this.#served = set;
    for (let position = foldedTo; position < log.head().position;)
      position = this.#foldNext(set, position, EVENTS_AT_START);
    set.createIndexes();
    this.#serve(set);
  }

  /** Folds the next events of the log. Returns the last position. */
  #foldNext(set: ProjectionSet, after: number, limit: number): number {
    const { db, log, vault, report } = this.#parts;
    const step = db.transaction(() => {
      const rows = log.readAfter(after, limit);
      for (const row of rows) set.fold(reveal(vault, row), report);
      const { position } = rows.at(-1)!;
      // Nothing stays in memory between steps, where the data of a person who is forgotten meanwhile would survive.
      set.write(position);
      return position;
    });
    return step.immediate();
  }

  #serve(set: ProjectionSet): void {
    set.serve();
    this.#served = set;
    this.#parts.onServe();
  }

  /** Folds the events that the open transaction appends, and writes the rows. Throws errors of the database only. */
  apply(events: readonly Recorded<DomainEvent>[]): void {
    const last = events.at(-1);
    if (!last) return;
    const served = this.#served;
    const wasStale = served.isStale;
    // A transaction that was rolled back may have left rows.
    served.discard();
    for (const event of events) served.fold(event, this.#parts.report);
    served.write(last.position);
    for (const { data } of events.filter(isForgetting))
      for (const set of [served, this.#draft]) set?.forget(data.person);
    if (served.isStale && !wasStale) this.#parts.onStale();
  }

  /** Folds the whole log into a new set while the site serves requests, and then serves queries from it. */
  async rebuild(signal: AbortSignal): Promise<boolean> {
    const { db, log } = this.#parts;
    const draft = ProjectionSet.create(db);
    this.#draft = draft;
    try {
      draft.createIndexes();
      for (let position = 0; position < log.head().position;) {
        const start = performance.now();
        position = this.#foldNext(draft, position, STEP_EVENTS);
        if (draft.isStale) return false;
        await pause(performance.now() - start);
        if (signal.aborted) return false;
      }
      this.#serve(draft);
      return true;
    } finally {
      this.#draft = null;
      // Drops the draft if it isn't served.
      this.#served.serve();
    }
  }
}
