import { existsSync } from 'node:fs';
import type { Kysely } from 'kysely';
import type { Recorded } from '#events/event.ts';
import type { DomainEvent } from '#events/registry.ts';
import { reveal } from './codec.ts';
import type { EventLog } from './event-log.ts';
import type { AttentionRow } from './projections/attention.ts';
import type { AvailabilityRow } from './projections/availability.ts';
import type { BookingRow } from './projections/bookings.ts';
import { type ProjectionName, projections } from './projections/index.ts';
import type { Projection } from './projections/projection.ts';
import type { RefillRow } from './projections/refills.ts';
import type { UserRow } from './projections/users.ts';
import { ReadModel, openReadModel, rebuiltFile } from './read-model.ts';
import type { Vault } from './vault.ts';

const PAGE = 1000;

/** Rows kept in memory before they are written, when the log is replayed: bounds the memory of a rebuild. */
const ROWS_IN_REPLAY = 20_000;

/** Events after which rows are written though nobody asks for them: bounds how long the next one who asks waits. */
const EVENTS_IN_MEMORY = 256;

/** What each read model's rows are, for queries. */
export interface ReadQueries {
  readonly attention: Kysely<{ attention: AttentionRow }>;
  readonly availability: Kysely<{ availability: AvailabilityRow }>;
  readonly bookings: Kysely<{ bookings: BookingRow }>;
  readonly refills: Kysely<{ refills: RefillRow }>;
  readonly users: Kysely<{ users: UserRow }>;
}

type AnyReadModel = ReadModel<object>;

/**
 * Applies every event of the log after the model's position. When one cannot be taken in, those before it are, and the next
 * call begins there.
 */
export function catchUp(model: AnyReadModel, log: EventLog, vault: Vault, onPage?: (position: number) => void): void {
  try {
    for (;;) {
      const rows = log.readAfter(model.position, PAGE);
      vault.readTogether(() => {
        for (const row of rows) model.fold(row, () => reveal(vault, row));
      });
      if (model.unwrittenRows >= ROWS_IN_REPLAY) model.write();
      if (rows.length < PAGE) break;
      onPage?.(model.position);
    }
  } finally {
    model.write();
  }
  onPage?.(model.position);
}

/** The open read models of the writer's process: always level with the log, replaced by rebuilt ones when there are any. */
export class ReadModels {
  /** Null when they are kept in memory, and made anew each time. */
  readonly #folder: string | null;
  readonly #log: EventLog;
  readonly #vault: Vault;
  readonly #models = new Map<ProjectionName, AnyReadModel>();
  #queries: ReadQueries;
  /** The last position that every model should have reached. */
  #applied: number;

  constructor(folder: string | null, log: EventLog, vault: Vault) {
    this.#folder = folder;
    this.#log = log;
    this.#vault = vault;
    this.#applied = log.head().position;
    for (const name of Object.keys(projections) as ProjectionName[]) this.#open(name);
    this.#queries = this.#makeQueries();
  }

  /** Queries over the rows written so far: call `write` first. */
  get queries(): ReadQueries {
    return this.#queries;
  }

  /** Whether queries see every event up to a position. */
  isLevelWith(position: number): boolean {
    return [...this.#models.values()].every((model) => model.position >= position && model.unwrittenRows === 0);
  }

  /** Writes the rows that are still in memory, and brings level what fell behind. */
  write(): void {
    this.#forEach((model) => {
      if (model.position < this.#applied) catchUp(model, this.#log, this.#vault);
      else if (model.unwrittenRows > 0) model.write();
    });
  }

  /** Takes freshly committed events into account, in memory: rows are written when somebody asks, many at once. */
  apply(events: readonly Recorded<DomainEvent>[]): void {
    this.#applied = events.at(-1)?.position ?? this.#applied;
    this.#forEach((model) => {
      if (model.position + 1 === events[0]?.position) for (const event of events) model.fold(event, () => event);
      else catchUp(model, this.#log, this.#vault);
      if (model.unwrittenEvents >= EVENTS_IN_MEMORY) model.write();
    });
  }

  /** Leaves nothing behind of rows that were overwritten. */
  scrub(): void {
    this.write();
    this.#forEach((model) => model.scrub());
  }

  /** Does something to each; one that fails does not hold up the others. */
  #forEach(step: (model: AnyReadModel) => void): void {
    const failures: unknown[] = [];
    for (const model of this.#models.values()) {
      try {
        step(model);
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures.length === 1 ? failures[0] : new AggregateError(failures);
  }

  /** Swaps in every rebuilt file that is waiting; answers their names. */
  takeRebuilt(): ProjectionName[] {
    const folder = this.#folder;
    if (folder === null) return [];
    const waiting = [...this.#models].filter(([, { projection }]) => existsSync(rebuiltFile(folder, projection)));
    for (const [name, model] of waiting) {
      model.release();
      this.#open(name);
    }
    if (waiting.length > 0) this.#queries = this.#makeQueries();
    return waiting.map(([name]) => name);
  }

  close(): void {
    this.#forEach((model) => model.close());
  }

  #open(name: ProjectionName): void {
    const projection = projections[name] as unknown as Projection<object>;
    const model =
      this.#folder === null
        ? new ReadModel(':memory:', projection)
        : openReadModel(this.#folder, projection, this.#log.head().position);
    catchUp(model, this.#log, this.#vault);
    this.#models.set(name, model);
  }

  #makeQueries(): ReadQueries {
    const of = (name: ProjectionName) => this.#models.get(name)!.queries();
    return {
      attention: of('attention'),
      availability: of('availability'),
      bookings: of('bookings'),
      refills: of('refills'),
      users: of('users'),
    };
  }
}
