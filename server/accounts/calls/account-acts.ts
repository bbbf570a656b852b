import { userById } from '#db/projections/users.ts';
import { comparable } from '#shared/comparable.ts';
import { Sealer } from '../../web/http/sealing.ts';
import type { HandlerContext } from '../../web/rpc/handler.ts';
import { toRpcError } from '../../web/rpc/failure.ts';

/** What the log says of each attempt to get at an account: which act, what came of it, whose account, from which network. */

export interface AccountAct<Input> {
  readonly act:
    | 'sign-in'
    | 'sign-out'
    | 'password-change'
    | 'password-reset'
    | 'browser-known'
    | 'email-change'
    | 'account-deletion';
  /** The address of the account that it is about, once the input is checked; null when there is none. */
  address(input: Input, context: HandlerContext): string | null | Promise<string | null>;
}

/** The address of the account that is signed in. */
export async function ownAddress({ store, signIn }: HandlerContext): Promise<string | null> {
  const account = signIn.current?.account;
  return account === undefined ? null : ((await userById(store.levelQueries().users, account))?.email ?? null);
}

const LENGTH = 16;

/** Names an address in the log. Without the site's secret neither can be found from the other. */
function pseudonym({ config }: HandlerContext, address: string): string {
  return new Sealer(config.cookieSecret).digest('log', comparable(address)).toString('base64url').slice(0, LENGTH);
}

/** Writes the line of an act. `error` is what it was refused with; null when it was done. */
export function logAct(context: HandlerContext, act: string, address: string | null, error: unknown): void {
  const { log, request } = context;
  const outcome = error === null ? 'done' : (toRpcError(error, request.id, () => {}).refusal ?? 'fault');
  const account = address === null ? null : pseudonym(context, address);
  log.info({ request: request.id, outcome, account, network: request.networks[0]?.name ?? null }, act);
}
