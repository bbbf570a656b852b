/** No personal data. Instants are milliseconds. */
import { sql } from 'kysely';
import type { GuardedWrite } from '../change.ts';
import type { Queries, Tables } from '../tables.ts';

export type StoredCheckout = Tables['sandbox_checkouts'];
export type SandboxNotice = Tables['sandbox_notices'];

/** Refuses `key-reused` if one was stored with the same idempotency key. */
export function addCheckout(db: Queries, { id, key, settles_at, content }: StoredCheckout): GuardedWrite {
  // Each hold opens one: building this query in steps takes five times as long.
  const insert = sql`INSERT INTO sandbox_checkouts (id, key, settles_at, content)
    VALUES (${id}, ${key}, ${settles_at}, ${content}) ON CONFLICT (key) DO NOTHING`;
  return { query: insert.compile(db), expectedRows: 1, refusal: 'key-reused' };
}

/** Refuses `already-settled` if another request or machine has changed the checkout. */
export function replaceCheckout(db: Queries, before: StoredCheckout, { id, ...set }: StoredCheckout): GuardedWrite {
  const update = db.updateTable('sandbox_checkouts').set(set).where('id', '=', id);
  return {
    query: update.where('content', '=', before.content).compile(),
    expectedRows: 1,
    refusal: 'already-settled',
  };
}

export function checkoutById(db: Queries, id: string): Promise<StoredCheckout | undefined> {
  return db.selectFrom('sandbox_checkouts').selectAll().where('id', '=', id).executeTakeFirst();
}

export function checkoutByKey(db: Queries, key: string): Promise<StoredCheckout> {
  return db.selectFrom('sandbox_checkouts').selectAll().where('key', '=', key).executeTakeFirstOrThrow();
}

export function settlingCheckouts(db: Queries): Promise<StoredCheckout[]> {
  const settling = db.selectFrom('sandbox_checkouts').selectAll().where('settles_at', 'is not', null);
  return settling.orderBy('settles_at').limit(100).execute();
}

export function addNotice(db: Queries, notice: SandboxNotice): GuardedWrite {
  return { query: db.insertInto('sandbox_notices').values(notice).compile() };
}

export function nextNotice(db: Queries): Promise<SandboxNotice | undefined> {
  return db.selectFrom('sandbox_notices').selectAll().orderBy('due_at').orderBy('id').limit(1).executeTakeFirst();
}

export function removeNotice(db: Queries, id: string): GuardedWrite {
  return { query: db.deleteFrom('sandbox_notices').where('id', '=', id).compile() };
}

export function postponeNotice(db: Queries, { id, failures }: SandboxNotice, dueAt: number): GuardedWrite {
  const set = { due_at: dueAt, failures: failures + 1 };
  return { query: db.updateTable('sandbox_notices').set(set).where('id', '=', id).compile() };
}
