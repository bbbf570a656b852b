import type { Recorded } from '#events/event.ts';
import type { DomainEvent } from '#events/registry.ts';
import type { EventLog } from '../log/event-log.ts';
import { FixedReadModel } from './fixed-read-model.ts';
import { SelfMendingReadModel } from './self-mending-read-model.ts';
import { type ProjectionName, type Rows, projections } from '../projections/index.ts';
import type { Projection } from '../projections/projection.ts';
import { removeStrays } from './read-model-files.ts';
import { RowQueries } from './read-queries.ts';
import { type ServableReadModel, ServedReadModel, type Surroundings } from './served-read-model.ts';
import { StartFailure } from '../disk/start-failure.ts';
import { tryLock } from '../disk/writer-lock.ts';

/** Held by the command line while it builds a read model. */
export const REBUILD_LOCK = 'rebuild.lock';

/** Queries over each read model. */
export type ReadQueries = { readonly [Name in ProjectionName]: RowQueries<Name, Rows[Name]> };

export interface ReadModelState {
  readonly name: string;
  readonly version: number;
  /** The last position that its rows include; 0 while it cannot be read. */
  readonly position: number;
}

const ALL: readonly Projection<object>[] = Object.values(projections);

/** The read models of the writing process. */
export class ReadModels {
  /** Each query sees every committed event, or throws `ReadModelUnavailable`. */
  readonly updatedQueries: ReadQueries;
  /** The same queries, which read older rows while the disk takes no newer ones. */
  readonly shownQueries: ReadQueries;
  readonly #folder: string | null;
  readonly #models = new Map<string, ServableReadModel<object>>();

  /** Without a folder nothing is written: they are made once, in memory. */
  constructor({ folder, ...parts }: Omit<Surroundings, 'folder'> & { readonly folder: string | null }) {
    this.#folder = folder;
    if (folder !== null) removeStraysAtStart(folder, parts.report);
    for (const projection of ALL) {
      const model =
        folder === null
          ? new FixedReadModel(projection, parts)
          : new SelfMendingReadModel(projection, { ...parts, folder });
      this.#models.set(projection.name, model);
    }
    this.updatedQueries = this.#queries({ log: parts.log, mayBeOlder: false });
    this.shownQueries = this.#queries({ log: parts.log, mayBeOlder: true });
  }

  #queries(serving: { readonly log: EventLog; readonly mayBeOlder: boolean }): ReadQueries {
    const queries = ALL.map((projection) => {
      const model = this.#models.get(projection.name)!;
      return [projection.name, new RowQueries(new ServedReadModel(projection, model, serving))] as const;
    });
    return Object.fromEntries(queries) as ReadQueries;
  }

  /** Whether queries see every event. */
  get areLevel(): boolean {
    return [...this.#models.values()].every((model) => model.isLevel);
  }

  /** Applies freshly committed events. */
  apply(events: readonly Recorded<DomainEvent>[]): void {
    for (const model of this.#models.values()) model.apply(events);
  }

  /** Swaps in every rebuilt file that is waiting; returns their names. */
  takeRebuilt(): string[] {
    return [...this.#models].filter(([, model]) => model.takeRebuilt()).map(([name]) => name);
  }

  /** Removes outdated row content from every file. Rejects when some may be left. */
  async clean(): Promise<void> {
    if (this.#folder !== null) removeStrays(this.#folder, ALL);
    for (const { name, isPersonal } of ALL) if (isPersonal) await this.#models.get(name)?.renew();
  }

  /**
   * Rebuilds all read models from the log, one after another, while the site serves requests: nothing else detects an altered
   * row.
   */
  async refresh(signal: AbortSignal): Promise<void> {
    for (const model of this.#models.values()) if (!signal.aborted) await model.refresh(signal);
  }

  /** How far each of them is, by its served version. */
  states(): ReadModelState[] {
    return ALL.map(({ name, version }) => ({
      name,
      version,
      position: this.#models.get(name)!.readable?.position ?? 0,
    }));
  }

  /** Equal to an earlier value only if all queries of these read models, by default of all, still give the same results. */
  stamp(names: readonly string[] = [...this.#models.keys()]): string {
    return names.map((name) => this.#models.get(name)?.readable?.stamp ?? '').join(' ');
  }

  /** Rebuilds one from the log while the site serves requests. Resolves with whether it was rebuilt. */
  async rebuild(name: ProjectionName, signal: AbortSignal, onStep: (position: number) => void): Promise<boolean> {
    return this.#models.get(name)!.refresh(signal, onStep);
  }

  close(): void {
    const failures: unknown[] = [];
    for (const model of this.#models.values()) {
      try {
        model.close();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures.length === 1 ? failures[0] : new AggregateError(failures);
  }
}

/** Waiting rebuilt files are swapped in; a file that the command line is building now is left alone. Throws `StartFailure`. */
function removeStraysAtStart(folder: string, report: Surroundings['report']): void {
  try {
    const lock = tryLock(folder, REBUILD_LOCK);
    lock?.release();
    removeStrays(folder, ALL, lock ? ['rebuilt'] : ['rebuilt', 'building']);
  } catch (error) {
    if (error instanceof StartFailure) throw error;
    report('files of former read models could not be removed', error);
  }
}
