import type { Recorded } from '#events/event.ts';
import type { DomainEvent } from '#events/registry.ts';
import { FoldedRows, type Row } from '../../projections/folded-rows.ts';
import { projections } from '../../projections/index.ts';
import type { Projection } from '../../projections/projection.ts';
import type { Connection } from './connection.ts';
import { type Part, insertRows } from './statement.ts';

const ALL = Object.values(projections) as readonly Projection<object>[] as readonly Projection<Row>[];

const keyColumn = ({ columns }: Projection<Row>): string => Object.keys(columns)[0]!;

/** Drops the tables of a set. Another release may have other projections, so they are found by their names. */
export async function dropTables(connection: Connection, suffix: string): Promise<void> {
  const { rows } = await connection.query<{ table: string }>(
    `SELECT quote_ident(tablename) AS table FROM pg_tables
     WHERE schemaname = current_schema() AND right(tablename, length($1) + 1) = '_' || $1`,
    [suffix],
  );
  if (rows.length > 0) await connection.query(`DROP TABLE ${rows.map(({ table }) => table).join(', ')}`);
}

/** One table for each projection, all folded to the same position. Their names end with `suffix`, which begins with a build. */
export class ProjectionTables {
  readonly suffix: string;

  constructor(suffix: string) {
    this.suffix = suffix;
  }

  #table({ name }: Pick<Projection<Row>, 'name'>): string {
    return `${name}_${this.suffix}`;
  }

  /** The statements that create the tables. */
  definitions(): string[] {
    return ALL.flatMap((projection) => {
      const columns = Object.entries(projection.columns).map(([column, { sql }]) => `${column} ${sql}`);
      const indexes = projection.indexes.map((index) =>
        index.replace(/^CREATE INDEX (\w+) ON \w+/, `CREATE INDEX $1_${this.suffix} ON ${this.#table(projection)}`),
      );
      return [`CREATE TABLE ${this.#table(projection)} (${columns.join(', ')})`, ...indexes];
    });
  }

  /** What must be read before these events are folded. */
  reads(events: readonly Recorded<DomainEvent>[]): Part[] {
    return ALL.flatMap((projection) => {
      const keys = new Set(
        events.filter((event) => projection.concerns(event)).map((event) => projection.keyOf(event)),
      );
      if (keys.size === 0) return [];
      const sql = `SELECT json_agg(row) FROM ${this.#table(projection)} AS row WHERE ${keyColumn(projection)} = ANY($?)`;
      return [{ name: projection.name, sql, value: [...keys] }];
    });
  }

  /**
   * Folds events into the rows that were read. Returns what must be written. `onMisfit` is called for an event that doesn't fit its row,
   * which stays as it is.
   */
  fold(
    events: readonly Recorded<DomainEvent>[],
    found: Readonly<Record<string, unknown>>,
    onMisfit: (projection: string, event: Recorded<DomainEvent>, error: unknown) => void,
  ): Part[] {
    return ALL.flatMap((projection) => {
      const key = keyColumn(projection);
      const read = new Map(((found[projection.name] ?? []) as Row[]).map((row) => [row[key] as string, row]));
      const rows = new FoldedRows(projection, (name) => read.get(name) ?? null);
      for (const event of events) {
        if (!projection.concerns(event)) continue;
        try {
          rows.fold(event);
        } catch (error) {
          onMisfit(projection.name, event, error);
        }
      }
      const changed = rows.take().map(({ after }) => after);
      if (changed.length === 0) return [];
      const set = Object.keys(projection.columns).map((column) => `${column} = excluded.${column}`);
      const ending = `ON CONFLICT (${key}) DO UPDATE SET ${set.join(', ')}`;
      return [insertRows(projection.name, this.#table(projection), changed, ending)];
    });
  }

  /** The statements that remove what events don't remove when a person is forgotten. `$1` is the person. */
  forgetting(): string[] {
    return ALL.filter(({ forgotten }) => forgotten.length > 0).map((projection) => {
      const set = projection.forgotten.map((column) => `${column} = NULL`).join(', ');
      return `UPDATE ${this.#table(projection)} SET ${set} WHERE person = $1`;
    });
  }
}
