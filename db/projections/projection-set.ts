/** One table for each projection; names end with the suffix, which begins with the build that folds them. */
import type { Recorded } from '#events/event.ts';
import type { DomainEvent } from '#events/registry.ts';
import { isForgetting } from '../batch.ts';
import { type Write, insertRows } from '../engine/write.ts';
import { projections } from './index.ts';
import type { ColumnValue, Projection } from './projection.ts';

export type Row = Readonly<Record<string, ColumnValue>>;

export interface ProjectionSet {
  readonly suffix: string;
  readonly folded_to: number;
  readonly is_stale: 0 | 1;
}

const ALL_PROJECTIONS = Object.values(projections) as readonly Projection<object>[] as readonly Projection<Row>[];

const tableOf = ({ name }: Projection<Row>, { suffix }: Pick<ProjectionSet, 'suffix'>): string => `${name}_${suffix}`;

export function draftSuffix(build: string, served: string | undefined): string {
  return served === build ? `${build}_2` : build;
}

export function createTables(set: Pick<ProjectionSet, 'suffix'>): string[] {
  return ALL_PROJECTIONS.map((projection) => {
    const columns = Object.entries(projection.columns).map(([column, { sql }]) => `${column} ${sql}`);
    return `CREATE TABLE ${tableOf(projection, set)} (${columns.join(', ')}) STRICT, WITHOUT ROWID`;
  });
}

export function createIndexes(set: Pick<ProjectionSet, 'suffix'>): string[] {
  return ALL_PROJECTIONS.flatMap((projection) =>
    projection.indexes.map((index) =>
      index.replace(
        /^CREATE INDEX (\w+) ON \w+/,
        `CREATE INDEX IF NOT EXISTS $1_${set.suffix} ON ${tableOf(projection, set)}`,
      ),
    ),
  );
}

export function affectedRows(set: ProjectionSet, events: readonly Recorded<DomainEvent>[]) {
  return ALL_PROJECTIONS.map((projection) => {
    const concerning = events.filter((event) => projection.concerns(event));
    const keys = [...new Set(concerning.map((event) => projection.keyOf(event)))];
    return { table: tableOf(projection, set), key: keyColumn(projection), keys };
  }).filter(({ keys }) => keys.length > 0);
}

const keyColumn = ({ columns }: Projection<Row>): string => Object.keys(columns)[0]!;

interface FoldOptions {
  readonly read: (table: string, key: string, column: string) => Row | null;
  readonly report: (message: string, detail: unknown) => void;
}

/** The writes that add events to a set. One that can't be folded is left out and makes the set stale. */
export function foldInto(
  set: ProjectionSet,
  events: readonly Recorded<DomainEvent>[],
  { read, report }: FoldOptions,
): { readonly writes: readonly Write[]; readonly after: ProjectionSet } {
  let { folded_to, is_stale } = set;
  const writes = ALL_PROJECTIONS.flatMap((projection) => {
    const table = tableOf(projection, set);
    const column = keyColumn(projection);
    const changed = new Map<string, { readonly before: Row | null; readonly after: Row }>();
    for (const event of events) {
      if (!projection.concerns(event)) continue;
      const key = projection.keyOf(event);
      const known = changed.get(key);
      const before = known ? known.before : read(table, key, column);
      try {
        changed.set(key, { before, after: projection.evolve(known?.after ?? before, event) });
      } catch (err) {
        if (is_stale === 0) report('projection stale', { projection: projection.name, position: event.position, err });
        is_stale = 1;
      }
    }
    const rows = [...changed.values()];
    const inserted = rows.flatMap(({ before, after }) => (before ? [] : [after]));
    const updates = rows.flatMap(({ before, after }) => (before ? updateRow(table, column, before, after) : []));
    return [insertRows(table, inserted), ...updates];
  });
  folded_to = events.at(-1)?.position ?? folded_to;
  const after = { ...set, folded_to, is_stale };
  return { writes: events.length > 0 ? [...writes, ...forgetIn(set, events), advance(after)] : [], after };
}

/** Changed columns only: each index that contains a written column costs as much as the row. */
function updateRow(table: string, key: string, before: Row, after: Row): Write[] {
  const columns = Object.keys(before).filter((column) => before[column] !== after[column]);
  if (columns.length === 0) return [];
  const set = columns.map((column) => `${column} = ?`).join(', ');
  const values = [...columns, key].map((column) => after[column]!);
  return [{ sql: `UPDATE ${table} SET ${set} WHERE ${key} = ?`, rows: [values] }];
}

function advance({ suffix, folded_to, is_stale }: ProjectionSet): Write {
  const sql = 'UPDATE projection_sets SET folded_to = ?, is_stale = ? WHERE suffix = ?';
  return { sql, rows: [[folded_to, is_stale, suffix]] };
}

function forgetIn(set: Pick<ProjectionSet, 'suffix'>, events: readonly Recorded<DomainEvent>[]): Write[] {
  const persons = events.filter(isForgetting).map(({ data }) => [data.person]);
  return ALL_PROJECTIONS.filter(({ forgotten }) => forgotten.length > 0).map((projection) => {
    const columns = projection.forgotten.map((column) => `${column} = NULL`).join(', ');
    return { sql: `UPDATE ${tableOf(projection, set)} SET ${columns} WHERE person = ?`, rows: persons };
  });
}
