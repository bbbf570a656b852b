import type { Context } from 'hono';
import type { RpcError } from '#shared/rpc-error.ts';
import type { RequestVariables } from '../middleware/request-log.ts';
import { logAct } from './account-acts.ts';
import type { Handler, HandlerContext } from './handler.ts';
import { limitTo } from './limit-to.ts';
import { toRpcError } from './failure.ts';
import { run } from './run.ts';

/** What calls and forms that come over the network have in common. */

export type AppEnv = { Variables: RequestVariables };

/** Counts a call as what it is, whatever its input. Throws `Rejected` with `too-many`. */
export function countCall(handler: Handler<unknown, unknown>, context: HandlerContext): void {
  const limit = handler.limit?.(context);
  if (limit) limitTo(context, limit);
}

/**
 * Runs a call that came over the network, which counts towards its limits: first as what it is, before its input is read,
 * then as what it is about.
 */
export async function runCounted(
  handler: Handler<unknown, unknown>,
  read: () => unknown,
  context: HandlerContext,
): Promise<unknown> {
  const { accountAct } = handler;
  let address: string | null = null;
  try {
    countCall(handler, context);
    const output = await run(handler, await read(), context, async (checked) => {
      if (accountAct) address = await accountAct.address(checked, context);
      const limitByInput = handler.limitByInput?.(checked, context);
      if (limitByInput) limitTo(context, limitByInput);
    });
    if (accountAct) logAct(context, accountAct.act, address, null);
    return output;
  } catch (error) {
    if (accountAct) logAct(context, accountAct.act, address, error);
    throw error;
  }
}

/** What the other side may learn of an error. The line of the request names the refusal. */
export function asRpcError(c: Context<AppEnv>, error: unknown, { request, log }: HandlerContext): RpcError {
  const report = (fault: unknown) => log.error({ err: fault, request: request.id }, 'call failed');
  const answer = toRpcError(error, request.id, report);
  if (answer.refusal !== null) c.set('refusal', answer.refusal);
  return answer;
}

/** When to try again; the same for a call and for a form, whose answer leads back to its page. */
export function retryAfterOf(error: RpcError): Record<string, string> {
  const { retryAfter = error.status === 503 ? 5 : null } = error;
  return retryAfter === null ? {} : { 'retry-after': String(retryAfter) };
}
