import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AccountDependencies } from '../dependencies.ts';
import { type KnownOfAccount, refuseGuessablePassword } from './guessable-passwords.ts';
import { hashPassword } from './passwords.ts';

type Owner = Omit<KnownOfAccount, 'business'>;

interface NewPassword {
  readonly password: string;
  readonly owner: () => Owner | Promise<Owner>;
}

/** Both in the queue: judging takes up to 30 ms. Throws `Rejected`: `busy` before anything is judged, `invalid`. */
export function hashNewPassword(
  { hashing, config }: Pick<AccountDependencies, 'hashing' | 'config'>,
  { password, owner }: NewPassword,
): Promise<string> {
  return hashing.run(async () => {
    // Otherwise refused passwords would all be judged in one turn of the event loop.
    await nextTurn();
    await refuseGuessablePassword(password, { ...(await owner()), business: config.appName });
    return hashPassword(password, hashing.cost);
  });
}
