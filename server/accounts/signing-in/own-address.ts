import { userById } from '#db/queries/accounts/users.ts';
import type { AccountContext } from '../context.ts';

export async function ownAddress({ store, signIn }: AccountContext): Promise<string | null> {
  const account = (await signIn.current())?.account;
  return account === undefined ? null : ((await userById(store.db, account))?.email ?? null);
}
