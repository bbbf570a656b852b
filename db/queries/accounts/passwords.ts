import type { GuardedWrite } from '../../change.ts';
import type { Queries } from '../../tables.ts';
import { endLinks } from './links.ts';
import { endSignIns } from './sign-ins.ts';

/** Null for none. The address is in comparable form. */
export async function accountWithAddress(db: Queries, address: string): Promise<string | null> {
  const row = await db.selectFrom('addresses').select('account').where('address', '=', address).executeTakeFirst();
  return row?.account ?? null;
}

export async function passwordHash(db: Queries, account: string): Promise<string | null> {
  const row = await db.selectFrom('passwords').select('hash').where('account', '=', account).executeTakeFirst();
  return row?.hash ?? null;
}

/** As its only address. Refuses `address-taken`. */
export function claimAddress(db: Queries, address: string, account: string): GuardedWrite[] {
  const claim = db
    .insertInto('addresses')
    .values({ address, account })
    .onConflict((conflict) => conflict.doNothing());
  return [
    { query: db.deleteFrom('addresses').where('account', '=', account).compile() },
    { query: claim.compile(), expectedRows: 1, refusal: 'address-taken' },
  ];
}

export function addPassword(db: Queries, account: string, hash: string): GuardedWrite {
  return { query: db.insertInto('passwords').values({ account, hash, signed_in_at: null }).compile() };
}

/** Refuses `wrong-credentials` if the password is no longer `from`. */
export function replacePassword(db: Queries, account: string, from: string, to: string): GuardedWrite {
  const replace = db.updateTable('passwords').set({ hash: to }).where('account', '=', account).where('hash', '=', from);
  return { query: replace.compile(), expectedRows: 1, refusal: 'wrong-credentials' };
}

/** Refuses `wrong-credentials` if the account has another password. */
export function expectPassword(db: Queries, account: string, hash: string): GuardedWrite {
  return replacePassword(db, account, hash, hash);
}

/** Every sign-in session and every link of the account ends. */
export function resetPassword(db: Queries, account: string, hash: string): GuardedWrite[] {
  const set = db.updateTable('passwords').set({ hash }).where('account', '=', account);
  return [
    { query: set.compile(), expectedRows: 1, refusal: 'link-ended' },
    endSignIns(db, account),
    endLinks(db, account),
  ];
}
