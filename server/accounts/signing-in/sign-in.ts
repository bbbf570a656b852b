import type { Cause } from '#db/change.ts';
import { accountWithAddress, passwordHash, replacePassword } from '#db/queries/accounts/accounts.ts';
import { requestVerification } from '#events/account/account-changes.ts';
import { accountStream, maySignIn } from '#events/account/account.ts';
import { comparable } from '#shared/normalize-text.ts';
import { Rejected } from '#shared/calls/refusals.ts';
import type { AccountDependencies } from '../context.ts';
import { type HasRoom, mailIfRoom } from '../../web/limits/mailbox-room.ts';
import { hashPassword, impossibleHash, isOutdated, verifyPassword } from '../passwords/passwords.ts';

async function hashFitting(
  { store, hashing }: AccountDependencies,
  account: string | null,
  password: string,
): Promise<string | null> {
  const phc = account === null ? null : await passwordHash(store.db, account);
  // Against a dummy hash for an unknown address, so that it takes as long as a known one.
  const fits = await hashing.run(() => verifyPassword(password, phc ?? impossibleHash(hashing.cost)));
  // The password may have been changed meanwhile.
  const isStill = account !== null && phc !== null && (await passwordHash(store.db, account)) === phc;
  return fits && isStill ? phc : null;
}

/** To today's cost, unless the queue is full. Resolves with the stored hash. */
async function upgrade(
  { store, hashing }: AccountDependencies,
  { account, password, phc }: { readonly account: string; readonly password: string; readonly phc: string },
): Promise<string> {
  if (!isOutdated(phc, hashing.cost) || hashing.isFull) return phc;
  const upgraded = await hashing.run(() => hashPassword(password, hashing.cost));
  await store.write([replacePassword(store.db, account, phc, upgraded)]);
  return upgraded;
}

export interface Opened {
  readonly account: string;
  readonly phc: string;
}

/** Refuses every failure, also an unconfirmed address, with `wrong-credentials` after the same time. Throws `Rejected` `busy`. */
export async function authenticate(
  dependencies: AccountDependencies,
  { email, password }: { readonly email: string; readonly password: string },
  cause: Cause,
  hasRoom: HasRoom = () => true,
): Promise<Opened> {
  const { store, clock, inEvenDuration } = dependencies;
  const account = await accountWithAddress(store.db, comparable(email));
  const phc = await hashFitting(dependencies, account, password);
  const isRight = phc !== null;
  if (account !== null && isRight && maySignIn(await store.stateOf(accountStream(account)))) {
    return { account, phc: await upgrade(dependencies, { account, password, phc }) };
  }
  return inEvenDuration(async () => {
    if (account !== null && isRight && (await store.stateOf(accountStream(account))) !== null) {
      await store.change({
        streams: { account: accountStream(account) },
        decide: (states) => ({ account: mailIfRoom(requestVerification(states, clock.now()).account, hasRoom) }),
        cause,
      });
    }
    throw new Rejected('wrong-credentials');
  });
}

export interface PasswordCheck {
  readonly account: string;
  readonly password: string | undefined;
  readonly field?: string;
}

/**
 * A wrong password counts as a guess at sign-in. The command must write with `expectPassword`, because the password may be
 * changed meanwhile, against a thief.
 */
export async function withPassword<Result>(
  dependencies: AccountDependencies,
  { account, password, field = 'password' }: PasswordCheck,
  command: (hash: string) => Promise<Result>,
): Promise<Result> {
  if (password === undefined) throw wrongPassword(field, 'Enter your password.');
  const fitting = await hashFitting(dependencies, account, password);
  if (fitting === null) throw wrongPassword(field);
  return command(fitting).catch((error: unknown) => {
    throw error instanceof Rejected && error.refusal === 'wrong-credentials' ? wrongPassword(field) : error;
  });
}

function wrongPassword(field: string, message = 'The password is wrong.'): Rejected {
  return new Rejected('invalid', { fields: { [field]: message } });
}
