import type { UserRow } from '../../projections/users.ts';
import type { Queries } from '../../tables.ts';

export function userById(db: Queries, id: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
}
