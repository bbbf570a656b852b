import type { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { Schema } from '../schema.ts';

/** In one transaction. Ignores migrations that this program doesn't know. */
export async function migrate(
  db: Kysely<unknown>,
  { name, migrations }: Schema,
  run: (statements: string, transaction: Kysely<unknown>) => unknown,
): Promise<void> {
  const known = Object.entries(migrations).map(([each, statements]) => {
    return [each, { up: async (transaction: Kysely<unknown>) => void (await run(statements, transaction)) }] as const;
  });
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => Object.fromEntries(known) },
    migrationTableName: `${name}_migrations`,
    migrationLockTableName: `${name}_migrations_lock`,
  });
  const found = await migrator.getMigrations();
  if (found.every(({ executedAt }) => executedAt !== undefined)) return;
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}
