import { setTimeout as pause } from 'node:timers/promises';
import type { Recorded } from '#events/event.ts';
import type { DomainEvent } from '#events/registry.ts';
import { reveal } from '../../log/codec.ts';
import type { PersonalData } from '../../log/personal-data.ts';
import {
  type ProjectionSet,
  type Row,
  createIndexes,
  createTables,
  draftSuffix,
  foldInto,
} from '../../projections/projection-set.ts';
import { PROJECTIONS_BUILD } from '../../projections/projections-build.ts';
import type { Write } from '../write.ts';
import type { EventLog } from './event-log.ts';
import { type SqliteDatabase, preparedOnce, runSqliteWrites } from './sqlite.ts';

const EVENTS_AT_START = 10_000;

const STEP_EVENTS = 100;

interface Parts {
  readonly db: SqliteDatabase;
  readonly log: EventLog;
  readonly personalData: PersonalData;
  readonly report: (message: string, detail: unknown) => void;
  readonly onServe: () => void;
  readonly onStale: () => void;
}

/** Folded in the transaction that appends the events. */
export class SqliteProjections {
  readonly #parts: Parts;
  #served: ProjectionSet;

  constructor(parts: Parts) {
    this.#parts = parts;
    const { db, log } = parts;
    const served = servedSet(db);
    const isUsable = served?.suffix.startsWith(PROJECTIONS_BUILD) && served.is_stale === 0;
    this.#served = (isUsable && served) || this.#create();
    while (this.#served.folded_to < log.head().position) this.#served = this.#foldNext(this.#served, EVENTS_AT_START);
    this.#serve(this.#served);
  }

  #create(): ProjectionSet {
    const { db } = this.#parts;
    const served = servedSet(db);
    const set: ProjectionSet = { suffix: draftSuffix(PROJECTIONS_BUILD, served?.suffix), folded_to: 0, is_stale: 0 };
    db.transaction(() => {
      dropAllBut(db, served?.suffix ?? null);
      db.exec(createTables(set).join(';'));
      db.prepare('INSERT INTO projection_sets (suffix, folded_to, is_served, is_stale) VALUES (?, 0, 0, 0)').run(
        set.suffix,
      );
    })();
    return set;
  }

  /** Keeps nothing in memory, where the data of a person who is forgotten meanwhile would survive. */
  #foldNext(set: ProjectionSet, limit: number): ProjectionSet {
    const { db, log, personalData } = this.#parts;
    const step = db.transaction(() => {
      const events = log.readAfter(set.folded_to, limit).map((row) => reveal(personalData, row));
      const { writes, after } = this.#fold(set, events);
      runSqliteWrites(db, writes);
      return after;
    });
    return step.immediate();
  }

  #fold(set: ProjectionSet, events: readonly Recorded<DomainEvent>[]) {
    const { db, report } = this.#parts;
    const read = (table: string, key: string, column: string) =>
      (preparedOnce(db, `SELECT * FROM ${table} WHERE ${column} = ?`).get(key) as Row | undefined) ?? null;
    return foldInto(set, events, { read, report });
  }

  #serve(set: ProjectionSet): void {
    const { db, onServe } = this.#parts;
    db.transaction(() => {
      db.exec(createIndexes(set).join(';'));
      db.prepare('UPDATE projection_sets SET is_served = 1 WHERE suffix = ?').run(set.suffix);
      dropAllBut(db, set.suffix);
    })();
    this.#served = set;
    onServe();
  }

  /** Throws errors of the database only. */
  apply(events: readonly Recorded<DomainEvent>[]): readonly Write[] {
    const { writes, after } = this.#fold(this.#served, events);
    if (after.is_stale > this.#served.is_stale) this.#parts.onStale();
    this.#served = after;
    return writes;
  }

  async rebuild(signal: AbortSignal): Promise<boolean> {
    const { db, log } = this.#parts;
    let draft = this.#create();
    try {
      db.exec(createIndexes(draft).join(';'));
      while (draft.folded_to < log.head().position) {
        const start = performance.now();
        draft = this.#foldNext(draft, STEP_EVENTS);
        if (draft.is_stale) return false;
        await pause(performance.now() - start);
        if (signal.aborted) return false;
      }
      this.#serve(draft);
      return true;
    } finally {
      dropAllBut(db, this.#served.suffix);
    }
  }
}

export function servedSet(db: SqliteDatabase): ProjectionSet | undefined {
  return db.prepare<[], ProjectionSet>('SELECT * FROM projection_sets WHERE is_served = 1').get();
}

function dropAllBut(db: SqliteDatabase, kept: string | null): void {
  const others = db
    .prepare<[string | null], string>('SELECT suffix FROM projection_sets WHERE suffix IS NOT ?')
    .pluck();
  const tables = db.prepare<[string], string>(`SELECT name FROM sqlite_master WHERE type = 'table' AND name GLOB ?`);
  const drop = db.transaction((suffix: string) => {
    for (const table of tables.pluck().all(`*_${suffix}`)) db.exec(`DROP TABLE ${table}`);
    db.prepare('DELETE FROM projection_sets WHERE suffix = ?').run(suffix);
  });
  for (const suffix of others.all(kept)) drop(suffix);
}
