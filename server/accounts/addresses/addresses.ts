import { userById } from '#db/projections/users.ts';
import type { AccountDependencies } from '../dependencies.ts';
import { orLater } from '../log-and-vault.ts';

/** Addresses being claimed by this process: their change is on its way into the log. */
const underWay = new WeakMap<object, Set<string>>();

function underWayIn({ store }: Pick<AccountDependencies, 'store'>): Set<string> {
  const known = underWay.get(store) ?? new Set();
  underWay.set(store, known);
  return known;
}

/** Whether a claim that was never settled was cut off by a crash before the log had it. */
async function isAbandoned({ store }: Pick<AccountDependencies, 'store'>, address: string, account: string) {
  const row = await userById(store.levelQueries().users, account);
  return row?.email_key !== address;
}

/**
 * Makes a change under which an account gets an address, which nobody else has; `address` is in the form in which addresses
 * are compared. Answers the account that has it instead, and then nothing was done.
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
    // Another request may have come to the same conclusion meanwhile.
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
