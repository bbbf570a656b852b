import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AccountDependencies } from '../dependencies.ts';
import { type KnownOfAccount, refuseGuessablePassword } from './guessable-passwords.ts';
import { hashPassword } from './passwords.ts';

type Owner = Omit<KnownOfAccount, 'business'>;

interface NewPassword {
  readonly password: string;
  /** Resolves with what is known of the account that gets it. */
  readonly owner: () => Owner | Promise<Owner>;
}

/**
 * Judges a newly chosen password and hashes it, both in the hashing queue: judging takes up to 30 ms of the event loop. Throws
 * `Rejected`: `busy` before anything is judged, `invalid` for a password that is easy to guess.
 */
export function hashNewPassword(
  { hashing, config }: Pick<AccountDependencies, 'hashing' | 'config'>,
  { password, owner }: NewPassword,
): Promise<string> {
  return hashing.run(async () => {
    // A refused password gives its place to the next at once: without this, all that wait would be judged in one turn of the event loop.
    await nextTurn();
    await refuseGuessablePassword(password, { ...(await owner()), business: config.appName });
    return hashPassword(password, hashing.cost);
  });
}
