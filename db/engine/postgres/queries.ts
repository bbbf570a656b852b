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
import type { Pool } from 'pg';
import { projections } from '../../projections/index.ts';
import type { Queries, Tables } from '../../tables.ts';

/** Ends the names of projections with a suffix, which names the set of tables that this machine reads. */
class TableNames extends OperationNodeTransformer {
  readonly #suffix: () => string;

  constructor(suffix: () => string) {
    super();
    this.#suffix = suffix;
  }

  protected override transformSchemableIdentifier(node: SchemableIdentifierNode, query?: QueryId) {
    const transformed = super.transformSchemableIdentifier(node, query);
    const { name } = transformed.identifier;
    if (!Object.hasOwn(projections, name)) return transformed;
    return { ...transformed, identifier: IdentifierNode.create(`${name}_${this.#suffix()}`) };
  }
}

/** SQLite takes `IN ()`, which is never true. */
const NO_EMPTY_LISTS = new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression });

/** The handle of every query. */
export function openQueries(pool: Pool, suffix: () => string): Queries {
  const names = new TableNames(suffix);
  const plugin: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => names.transformNode(node, queryId),
    transformResult: ({ result }) => Promise.resolve(result),
  };
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), plugins: [plugin, NO_EMPTY_LISTS] });
}
