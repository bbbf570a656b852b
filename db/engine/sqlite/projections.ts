import { setTimeout as pause } from 'node:timers/promises';
import type { Recorded } from '#events/event.ts';
import type { DomainEvent } from '#events/registry.ts';
import { isForgetting } from '../../batch.ts';
import { type SqliteDatabase, sqliteCode } from './sqlite.ts';
import { reveal } from '../../log/codec.ts';
import type { EventLog } from './event-log.ts';
import { type ProjectionName, projections } from '../../projections/index.ts';
import type { Vault } from './vault.ts';
import { ProjectionRegistry } from './projection-registry.ts';
import type { ProjectionState, Rebuild } from '../../store.ts';
import { ProjectionTable } from './projection-table.ts';

const NAMES = Object.keys(projections) as ProjectionName[];

/** Events read at once, and changed rows kept in memory before they are written, before requests are served. */
const AT_START = { events: 1000, rows: 20_000 };

/** Events read and written in one step in between requests: a few milliseconds. */
const STEP_EVENTS = 100;

interface Parts {
  readonly db: SqliteDatabase;
  readonly log: EventLog;
  readonly vault: Vault;
  readonly report: (message: string, detail: unknown) => void;
  /** Called with the error that ended a rebuild. */
  readonly onFailure: (error: unknown) => void;
  /** Called with the table of each projection, by its name, whenever one was replaced. */
  readonly onTables: (tables: ReadonlyMap<string, string>) => void;
}

/** The tables that are folded from events, in the transaction that appends these. */
export class Projections {
  readonly #parts: Parts;
  readonly #registry: ProjectionRegistry;
  readonly #served = new Map<ProjectionName, ProjectionTable>();
  /** Served tables that lack events since one of these could not be folded. */
  readonly #stale = new Set<ProjectionTable>();
  readonly #closing = new AbortController();
  #rebuilding: Promise<unknown> = Promise.resolve();
  /** The tables of a rebuild that is under way. */
  #drafts: readonly ProjectionTable[] = [];

  /** Has the tables of this build include every event: creates those that are missing, and drops those of other builds. */
  constructor(parts: Parts) {
    this.#parts = parts;
    this.#registry = new ProjectionRegistry(parts.db);
    const { db } = parts;
    const known = this.#registry.served();
    const isComplete = known.length === NAMES.length && known.every(({ isStale }) => isStale === 0);
    if (!isComplete) db.transaction(() => this.#startOver())();
    for (const { name, table } of this.#registry.served())
      this.#served.set(name, new ProjectionTable(db, projections[name], table));
    this.#catchUp();
    db.transaction(() => {
      for (const table of this.#served.values()) this.#registry.createIndexes(table);
      this.#registry.dropOthers();
    })();
    this.#announce();
  }

  #startOver(): void {
    for (const { table } of this.#registry.served()) this.#registry.drop(table);
    this.#registry.serve(
      NAMES.map((name) => this.#registry.create(projections[name])),
      0,
    );
  }

  /** Folds the events that the tables lack. Rows are written together with the position that they include. */
  #catchUp(): void {
    const { db, log } = this.#parts;
    const tables = [...this.#served.values()];
    let position = this.#registry.position();
    for (let isEnd = position === log.head().position; !isEnd;) {
      const reached = this.#foldNext(tables, position, AT_START.events);
      isEnd = reached === position;
      position = reached;
      if (isEnd || changesOf(tables) >= AT_START.rows) db.transaction(() => this.#write(position))();
    }
  }

  /** Folds the next events of the log into tables. Returns the last position that was read. */
  #foldNext(tables: readonly ProjectionTable[], after: number, limit: number): number {
    const { log, vault } = this.#parts;
    const rows = log.readAfter(after, limit);
    vault.readTogether(() => {
      for (const row of rows) {
        const concerned = tables.filter((table) => !this.#stale.has(table) && table.projection.concerns(row));
        if (concerned.length === 0) continue;
        const event = reveal(vault, row);
        for (const table of concerned) this.#fold(table, event);
      }
    });
    return rows.at(-1)?.position ?? after;
  }

  /** A table that cannot fold an event keeps the rows that it has. */
  #fold(table: ProjectionTable, event: Recorded<DomainEvent>): void {
    try {
      table.fold(event);
    } catch (error) {
      if (sqliteCode(error) !== null) throw error;
      table.discard();
      this.#stale.add(table);
      const { name: projection } = table.projection;
      this.#parts.report('projection stale', { projection, position: event.position, err: error });
    }
  }

  #write(position: number): void {
    for (const table of this.#stale) this.#registry.markStale(table.table);
    for (const table of this.#served.values()) table.write();
    this.#registry.advance(position);
  }

  /** Folds the events that the open transaction appends, and writes the rows. Throws errors of the database only. */
  apply(events: readonly Recorded<DomainEvent>[]): void {
    const [last] = events.slice(-1);
    if (!last) return;
    const staleBefore = this.#stale.size;
    for (const table of this.#served.values()) {
      // A transaction that was rolled back may have left some.
      table.discard();
      if (this.#stale.has(table)) continue;
      for (const event of events)
        if (table.projection.concerns(event) && !this.#stale.has(table)) this.#fold(table, event);
    }
    this.#write(last.position);
    for (const { data } of events.filter(isForgetting))
      for (const table of [...this.#served.values(), ...this.#drafts]) table.forget(data.person);
    if (this.#stale.size > staleBefore) setImmediate(() => void this.#rebuildStale());
  }

  #rebuildStale(): Promise<boolean> {
    const names = [...this.#served].filter(([, table]) => this.#stale.has(table)).map(([name]) => name);
    return this.rebuild(names, { signal: this.#closing.signal });
  }

  #announce(): void {
    this.#parts.onTables(new Map([...this.#served].map(([name, { table }]) => [name, table])));
  }

  /** How far each projection is. */
  states(): ProjectionState[] {
    return this.#registry.states();
  }

  /**
   * Folds the whole log into new tables while the site serves requests, and replaces the served ones with them. Rebuilds that are
   * requested at the same time run one after another. Resolves with whether all were replaced.
   */
  rebuild(names: readonly ProjectionName[], options: Rebuild): Promise<boolean> {
    const turn = this.#rebuilding.then(() => this.#rebuild(names, options));
    this.#rebuilding = turn;
    return turn;
  }

  async #rebuild(names: readonly ProjectionName[], { signal, onStep = () => {} }: Rebuild): Promise<boolean> {
    const isOver = () => signal.aborted || this.#closing.signal.aborted;
    if (isOver()) return false;
    const steps = this.#rebuildSteps(names);
    try {
      for (let step = steps.next(); ; step = steps.next()) {
        if (step.done) return step.value;
        onStep(step.value.position);
        await pause(step.value.ms);
        if (isOver()) return false;
      }
    } catch (error) {
      this.#parts.report('rebuild failed', { projections: names, err: error });
      this.#parts.onFailure(error);
      return false;
    } finally {
      if (!this.#closing.signal.aborted) steps.return(false);
    }
  }

  /** Yields the position that each step reached, and how long the step took, in milliseconds. */
  *#rebuildSteps(names: readonly ProjectionName[]): Generator<{ position: number; ms: number }, boolean, void> {
    const { db } = this.#parts;
    const tables = db.transaction(() => {
      const created = names.map((name) => this.#registry.create(projections[name]));
      for (const table of created) this.#registry.createIndexes(table);
      return created;
    })();
    let isReplaced = false;
    this.#drafts = tables;
    try {
      let position = 0;
      for (;;) {
        const start = performance.now();
        const reached = this.#foldNext(tables, position, STEP_EVENTS);
        const isEnd = reached === position;
        position = reached;
        if (tables.some((table) => this.#stale.has(table))) return false;
        if (isEnd) break;
        // Nothing stays in memory between steps, where the data of a person who is forgotten meanwhile would survive.
        db.transaction(() => {
          for (const table of tables) table.write();
          this.#registry.advanceDrafts(position);
        })();
        yield { position, ms: performance.now() - start };
      }
      db.transaction(() => {
        for (const table of tables) table.write();
        this.#registry.serve(tables, position);
      })();
      isReplaced = true;
    } finally {
      this.#drafts = [];
      if (!isReplaced) this.#dropDrafts(tables);
    }
    for (const table of tables) this.#replace(table);
    this.#announce();
    return true;
  }

  #replace(table: ProjectionTable): void {
    const name = table.projection.name as ProjectionName;
    const replaced = this.#served.get(name);
    if (replaced) this.#stale.delete(replaced);
    this.#served.set(name, table);
  }

  #dropDrafts(tables: readonly ProjectionTable[]): void {
    for (const table of tables) this.#stale.delete(table);
    this.#parts.db.transaction(() => {
      for (const { table } of tables) this.#registry.drop(table);
    })();
  }

  /** Ends a rebuild. */
  close(): void {
    this.#closing.abort();
  }
}

function changesOf(tables: readonly ProjectionTable[]): number {
  return tables.reduce((sum, { changes }) => sum + changes, 0);
}
