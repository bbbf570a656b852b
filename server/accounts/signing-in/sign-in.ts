import type { Cause } from '#db/change.ts';
import { noticeSignInAttack, requestVerification } from '#events/account-changes.ts';
import { accountStream, maySignIn } from '#events/account.ts';
import { comparable } from '#shared/comparable.ts';
import { Rejected } from '#shared/refusals.ts';
import type { AccountDependencies } from '../dependencies.ts';
import { type HasRoom, ifRoom } from '../../web/limits/mailbox-room.ts';
import { hashPassword, impossibleHash, isOutdated, verifyPassword } from '../passwords/passwords.ts';

/** The hash of an account's password if it is this one, else null; in the queue of all that is hashed. */
async function hashFitting(
  { store, hashing }: AccountDependencies,
  account: string | null,
  password: string,
): Promise<string | null> {
  const phc = account === null ? null : store.credentials.passwordHash(account);
  // An unknown address takes as long as a known one.
  const fits = await hashing.run(() => verifyPassword(password, phc ?? impossibleHash(hashing.cost)));
  // It may have been changed meanwhile: then it is this one no more.
  const isStill = account !== null && phc !== null && store.credentials.passwordHash(account) === phc;
  return fits && isStill ? phc : null;
}

/** A hash made at another cost than today's is made anew while the password is at hand, unless there is too much to do. */
async function upgrade({ store, hashing }: AccountDependencies, account: string, password: string): Promise<void> {
  const phc = store.credentials.passwordHash(account);
  if (phc === null || !isOutdated(phc, hashing.cost) || hashing.isFull) return;
  store.credentials.upgradePassword(account, phc, await hashing.run(() => hashPassword(password, hashing.cost)));
}

/** Hears of a wrong password; returns whether the account's owner should hear of it. */
export type OnWrong = () => boolean | Promise<boolean>;

async function tellOfGuesses({ store, clock }: AccountDependencies, account: string, cause: Cause): Promise<void> {
  await store.change({
    streams: { account: accountStream(account) },
    decide: (states) => noticeSignInAttack(states, clock.now()),
    cause,
  });
}

/**
 * The account that an address and a password open. Everything else is refused `wrong-credentials`, in the same words and the
 * same time: an unknown address, a wrong password, an account that is shut, one whose address is not confirmed (then the link
 * for that goes out once more). Throws `Rejected` `busy` when too many try at once.
 */
export async function authenticate(
  dependencies: AccountDependencies,
  { email, password }: { readonly email: string; readonly password: string },
  cause: Cause,
  onWrong: OnWrong = () => false,
  hasRoom: HasRoom = () => true,
): Promise<string> {
  const { store, clock, inEvenTime } = dependencies;
  const account = store.credentials.addressRow(comparable(email))?.account ?? null;
  const isRight = (await hashFitting(dependencies, account, password)) !== null;
  if (account !== null && isRight && maySignIn(store.stateOf(accountStream(account)))) {
    await upgrade(dependencies, account, password);
    return account;
  }
  return inEvenTime(async () => {
    if (account !== null && isRight && store.stateOf(accountStream(account)) !== null) {
      await store.change({
        streams: { account: accountStream(account) },
        decide: (states) => ({ account: ifRoom(requestVerification(states, clock.now()).account, hasRoom) }),
        cause,
      });
    }
    // Asked for every address, so that the same work is done for addresses without an account.
    if (!isRight && (await onWrong()) && account !== null) await tellOfGuesses(dependencies, account, cause);
    throw new Rejected('wrong-credentials');
  });
}

/** A password that is asked for beside a command. */
export interface PasswordCheck {
  readonly account: string;
  readonly password: string | undefined;
  /** The form's field that a refusal stands at. */
  readonly field?: string;
  readonly onWrong?: OnWrong;
}

/** Refuses a wrong password of the account, which may be a guess like one at sign-in. Resolves with its hash. */
export async function demandPassword(
  dependencies: AccountDependencies,
  { account, password, field = 'password', onWrong = () => false }: PasswordCheck,
  cause: Cause,
): Promise<string> {
  if (password === undefined) throw wrongPassword(field, 'Enter your password.');
  const fitting = await hashFitting(dependencies, account, password);
  if (fitting !== null) return fitting;
  if (await onWrong()) await tellOfGuesses(dependencies, account, cause);
  throw wrongPassword(field);
}

/** The refusal of a password at the form's field of this name. */
export function wrongPassword(field: string, message = 'The password is wrong.'): Rejected {
  return new Rejected('invalid', { fields: { [field]: message } });
}
