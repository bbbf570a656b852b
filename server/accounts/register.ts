import { randomUUIDv7, timingSafeEqual, hash } from 'node:crypto';
import type { Cause } from '#db/change.ts';
import { accountWithAddress, addPassword, claimAddress } from '#db/queries/accounts/accounts.ts';
import { noteRepeatedRegistration, repeatRegistration } from '#events/account/account-changes.ts';
import { accountStream, newAccountStream } from '#events/account/account.ts';
import { register as registerAccount, rolesStream } from '#events/account/roles.ts';
import type { FirstUserCheck } from '#shared/account/account.ts';
import type { AccountInput } from '#shared/account/account-fields.ts';
import { comparable } from '#shared/normalize-text.ts';
import { cleanLine } from '#shared/typed-text.ts';
import { Rejected } from '#shared/calls/refusals.ts';
import type { AccountDependencies } from './context.ts';
import { type HasRoom, mailIfRoom } from '../web/limits/mailbox-room.ts';
import { hashNewPassword } from './passwords/new-password.ts';

const WRONG_SETUP_TOKEN = 'Enter the setup token as it is in the configuration (SETUP_TOKEN).';

/** SPEC.md section 2. */
export async function firstUserCheck({
  store,
  config,
}: Pick<AccountDependencies, 'store' | 'config'>): Promise<FirstUserCheck> {
  const isFirst = !(await store.stateOf(rolesStream)).hasOwner;
  return { isFirst, asksSetupToken: isFirst && config.setupToken !== null };
}

function isSetupToken(given: string | undefined, expected: string | null): boolean {
  if (expected === null) return true;
  const digest = (text: string) => hash('sha256', text, 'buffer');
  return timingSafeEqual(digest(given ?? ''), digest(cleanLine(expected)));
}

export async function warnOwner(
  { store, clock }: Pick<AccountDependencies, 'store' | 'clock'>,
  account: string,
  cause: Cause,
): Promise<void> {
  await store.change({
    streams: { account: accountStream(account) },
    decide: (states) => noteRepeatedRegistration(states, clock.now()),
    cause,
  });
}

export interface HashedRegistration {
  readonly name: string;
  readonly email: string;
  readonly passwordHash: string;
  readonly mayBeFirst: boolean;
}

/** Dropped if the mailbox has no room. Resolves with the account if it is the first of all. Throws `Rejected` `setup-token`. */
export async function registerHashed(
  { store, clock }: Pick<AccountDependencies, 'store' | 'clock'>,
  { name, email, passwordHash, mayBeFirst }: HashedRegistration,
  cause: Cause,
  hasRoom: HasRoom = () => true,
): Promise<string | null> {
  const address = comparable(email);
  const { db } = store;
  if ((await accountWithAddress(db, address)) === null && !hasRoom()) return null;
  const id = randomUUIDv7();
  try {
    const { events } = await store.change({
      streams: { account: newAccountStream(id), roles: rolesStream },
      decide: (states, person) =>
        registerAccount(states, { account: id, person, personal: { name, email }, mayBeFirst, now: clock.now() }),
      writes: () => [...claimAddress(db, address, id), addPassword(db, id, passwordHash)],
      cause,
    });
    return events.some((event) => event.type === 'AdminAppointed') ? id : null;
  } catch (error) {
    if (!(error instanceof Rejected) || error.refusal !== 'address-taken') throw error;
  }
  const owner = await accountWithAddress(db, address);
  if (owner !== null) {
    await store.change({
      streams: { account: accountStream(owner) },
      decide: (states) => ({ account: mailIfRoom(repeatRegistration(states, clock.now()).account, hasRoom) }),
      cause,
    });
  }
  return null;
}

/**
 * The response doesn't reveal a registered address, which gets a warning or its link. Resolves with the account if it is the
 * first of all, which may sign in at once. Throws `Rejected`: `invalid`, `busy`.
 */
export async function register(
  dependencies: AccountDependencies,
  { name, email, password, setupToken }: AccountInput<'register'>,
  cause: Cause,
  hasRoom: HasRoom = () => true,
): Promise<string | null> {
  const { inEvenDuration, config } = dependencies;
  const mayBeFirst = isSetupToken(setupToken, config.setupToken);
  const wrongToken = new Rejected('invalid', { fields: { setupToken: WRONG_SETUP_TOKEN } });
  if ((await firstUserCheck(dependencies)).isFirst && !mayBeFirst) throw wrongToken;
  const passwordHash = await hashNewPassword(dependencies, { password, owner: () => ({ name, email }) });
  return inEvenDuration(async () => {
    try {
      return await registerHashed(dependencies, { name, email, passwordHash, mayBeFirst }, cause, hasRoom);
    } catch (error) {
      throw error instanceof Rejected && error.refusal === 'setup-token' ? wrongToken : error;
    }
  });
}
