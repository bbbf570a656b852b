import { userById } from '#db/projections/users.ts';
import type { AccountDependencies } from '../dependencies.ts';
import { orLater } from '../log-and-vault.ts';

/** Addresses that this process is claiming: their change is not in the log yet. */
const underWay = new WeakMap<object, Set<string>>();

function underWayIn({ store }: Pick<AccountDependencies, 'store'>): Set<string> {
  const known = underWay.get(store) ?? new Set();
  underWay.set(store, known);
  return known;
}

/** Whether an unsettled claim was left by a crash before the log recorded its change. */
async function isAbandoned({ store }: Pick<AccountDependencies, 'store'>, address: string, account: string) {
  const row = await userById(store.updatedQueries().users, account);
  return row?.email_key !== address;
}

/**
 * Makes a change that gives an address to an account, if no other account has it; `address` is in comparable form. Otherwise does
 * nothing and resolves with the account that has it.
 */
export async function withAddress(
  dependencies: Pick<AccountDependencies, 'store'>,
  {
    address,
    account,
    passwordHash,
  }: { readonly address: string; readonly account: string; readonly passwordHash?: string },
  change: () => Promise<void>,
): Promise<string | null> {
  const { credentials } = dependencies.store;
  const claims = underWayIn(dependencies);
  let owner = credentials.addressRow(address);
  if (
    owner &&
    owner.settled === 0 &&
    !claims.has(address) &&
    (await isAbandoned(dependencies, address, owner.account))
  ) {
    // Another request may have found the same claim abandoned meanwhile.
    const now = credentials.addressRow(address);
    owner = now?.account === owner.account && !claims.has(address) ? undefined : now;
  }
  if (owner && owner.account !== account) return owner.account;
  claims.add(address);
  try {
    credentials.claimAddress(address, account, passwordHash);
    await change();
  } catch (error) {
    if (!owner) credentials.releaseAddress(address, account);
    throw error;
  } finally {
    claims.delete(address);
  }
  await orLater(() => credentials.settleAddress(address, account));
  return null;
}
