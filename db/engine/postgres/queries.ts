import {
  HandleEmptyInListsPlugin,
  IdentifierNode,
  replaceWithNoncontingentExpression,
  Kysely,
  type KyselyPlugin,
  OperationNodeTransformer,
  PostgresDialect,
  type QueryId,
  type SchemableIdentifierNode,
} from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { projections as declaredProjections } from '../../projections/index.ts';
import type { Queries, Tables } from '../../tables.ts';
import type { PostgresProjections } from './projections.ts';

class TableNames extends OperationNodeTransformer {
  readonly #suffix: () => string;

  constructor(suffix: () => string) {
    super();
    this.#suffix = suffix;
  }

  protected override transformSchemableIdentifier(node: SchemableIdentifierNode, query?: QueryId) {
    const transformed = super.transformSchemableIdentifier(node, query);
    const { name } = transformed.identifier;
    if (!Object.hasOwn(declaredProjections, name)) return transformed;
    return { ...transformed, identifier: IdentifierNode.create(`${name}_${this.#suffix()}`) };
  }
}

/** Each query waits until the projections are caught up. */
export function openQueries(pool: Pool, projections: Pick<PostgresProjections, 'suffix' | 'untilCurrent'>): Queries {
  const names = new TableNames(() => projections.suffix);
  const plugin: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => names.transformNode(node, queryId),
    transformResult: ({ result }) => Promise.resolve(result),
  };
  // The pool closes a connection that failed. Kysely would put it back.
  const query = (text: string, values: unknown[]) => pool.query(text, values);
  const fakeClient = { query: query as PoolClient['query'], release: () => {} };
  const connect = () => projections.untilCurrent().then(() => fakeClient);
  const dialect = new PostgresDialect({ pool: { connect, end: () => pool.end(), options: pool.options } });
  // PostgreSQL rejects `IN ()`. As in SQLite, it is never true.
  const emptyLists = new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression });
  return new Kysely<Tables>({ dialect, plugins: [plugin, emptyLists] });
}
