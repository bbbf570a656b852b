import { comparable } from '#shared/normalize-text.ts';
import { Sealer } from '../http/sealing.ts';
import { toRpcError } from './failure.ts';
import type { RequestContext } from './handler.ts';

const LENGTH = 16;

/** Pseudonym of an address for the log. Without the site's secret neither can be derived from the other. */
function pseudonym({ config }: RequestContext, address: string): string {
  return new Sealer(config.cookieSecret).digest('log', comparable(address)).toString('base64url').slice(0, LENGTH);
}

/** Logs an account act. `error` is its refusal or fault; null when it succeeded. */
export function logAct(context: RequestContext, act: string, address: string | null, error: unknown): void {
  const { log, request } = context;
  const outcome = error === null ? 'done' : (toRpcError(error, request.id, () => {}).refusal ?? 'fault');
  const account = address === null ? null : pseudonym(context, address);
  log.info({ request: request.id, outcome, account, network: request.network }, act);
}
