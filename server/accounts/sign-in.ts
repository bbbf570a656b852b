import type { Cause } from '#db/change.ts';
import { requestVerification } from '#events/account-changes.ts';
import { accountStream, maySignIn } from '#events/account.ts';
import { comparable } from '#shared/comparable.ts';
import { Refused } from '../rpc/refused.ts';
import type { AccountDependencies } from './dependencies.ts';
import { inEvenTime } from './even-time.ts';
import { COST, hashPassword, isOutdated, verifyPassword } from './passwords.ts';

/** Compared with when nobody has the address: that takes as long. No password fits. */
const NOBODY = `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/** Whether a password is an account's, in the queue of all that is hashed. */
async function isPasswordOf(
  { store, hashing }: AccountDependencies,
  account: string | null,
  password: string,
): Promise<boolean> {
  const phc = account === null ? null : store.credentials.passwordHash(account);
  const fits = await hashing.run(() => verifyPassword(password, phc ?? NOBODY));
  // It may have been changed meanwhile: then it is this one no more.
  const isStill = account !== null && phc !== null && store.credentials.passwordHash(account) === phc;
  return fits && isStill;
}

/** A hash made at another cost than today's is made anew while the password is at hand, unless there is too much to do. */
async function upgrade({ store, hashing }: AccountDependencies, account: string, password: string): Promise<void> {
  const phc = store.credentials.passwordHash(account);
  if (phc === null || !isOutdated(phc) || hashing.isFull) return;
  store.credentials.upgradePassword(account, phc, await hashing.run(() => hashPassword(password)));
}

/**
 * The account that an address and a password open. Everything else is refused `wrong-credentials`, in the same words and the
 * same time: an unknown address, a wrong password, an account that is shut, one whose address is not confirmed (then the link
 * for that goes out once more). Throws `Refused` `busy` when too many try at once.
 */
export async function authenticate(
  dependencies: AccountDependencies,
  { email, password }: { readonly email: string; readonly password: string },
  cause: Cause,
): Promise<string> {
  const { store, clock } = dependencies;
  const account = store.credentials.addressRow(comparable(email))?.account ?? null;
  const isRight = await isPasswordOf(dependencies, account, password);
  if (account !== null && isRight && maySignIn(store.stateOf(accountStream(account)))) {
    await upgrade(dependencies, account, password);
    return account;
  }
  return inEvenTime(async () => {
    if (account !== null && isRight && store.stateOf(accountStream(account)) !== null) {
      await store.change({
        streams: { account: accountStream(account) },
        decide: (states) => requestVerification(states, clock.now()),
        cause,
      });
    }
    throw new Refused('wrong-credentials');
  });
}

/** Refuses whoever does not know the account's password, at the form's field of this name. */
export async function demandPassword(
  dependencies: AccountDependencies,
  account: string,
  password: string | undefined,
  field: string,
): Promise<void> {
  if (password !== undefined && (await isPasswordOf(dependencies, account, password))) return;
  const message = password === undefined ? 'Enter your password.' : 'The password is wrong.';
  throw new Refused('invalid', { fields: { [field]: message } });
}
