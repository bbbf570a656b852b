/**
 * Steps: limit (`runCounted`), access and form token, schema, limit by input, handler, refusal (`runHandler`). Calls of rendered
 * pages have no limit (`callInProcess`).
 */
import type { Context } from 'hono';
import type { z } from 'zod';
import { isStorageError } from '#db/open-store.ts';
import { refuseAccess } from '#shared/account/account.ts';
import { fieldErrors } from '#shared/booking/booking-details.ts';
import { Rejected, statusOf } from '#shared/calls/refusals.ts';
import { comparable } from '#shared/normalize-text.ts';
import { Sealer } from '../http/sealing.ts';
import type { AnyContract, Rpc } from '#shared/calls/rpc.ts';
import { type Failure, RpcError } from '#shared/calls/rpc-error.ts';
import type { Limit } from '../limits/limiter.ts';
import type { RequestVariables } from '../middleware/request-log.ts';
import { isFromOtherAccount } from './form-token.ts';
import type { Handler, RequestContext, Handlers } from './handler.ts';
import { limitTo } from './limit-to.ts';

export type AppEnv = { Variables: RequestVariables };

export const STORAGE_DOWN_RETRY_AFTER_SECONDS = 30;

const ISSUE_MESSAGES = new Map<string | undefined, string>([
  ['unrecognized_keys', 'There’s something here we didn’t ask for.'],
  ['too_big', 'This is too long or too large.'],
  ['too_small', 'This is too short or too small.'],
  ['invalid_value', 'Choose one of the answers listed.'],
]);

function issueMessage({ code, input }: z.core.$ZodRawIssue): string {
  if (input === undefined) return 'This answer is missing.';
  return ISSUE_MESSAGES.get(code) ?? 'We can’t read this answer.';
}

/** `admit` may refuse valid input. */
export async function runHandler<Output>(
  handler: Handler<unknown, Output>,
  input: unknown,
  context: RequestContext,
  admit?: (input: unknown) => void | Promise<void>,
): Promise<Output> {
  const { access } = handler;
  if (access !== undefined) {
    const { signIn, request } = context;
    const refusal = refuseAccess((await signIn.current())?.role ?? null, access);
    if (refusal !== null) throw new Rejected(refusal);
    if (admit && (await isFromOtherAccount(signIn, request.formToken, access))) throw new Rejected('other-account');
  }
  const parsed = handler.schema.safeParse(input, { error: issueMessage });
  if (!parsed.success) throw new Rejected('invalid', { fields: fieldErrors(parsed.error) });
  await admit?.(parsed.data);
  const output = await handler.run(parsed.data, context);
  return access !== undefined && isAsyncIterable(output) ? (endWithAccess(output, context) as Output) : output;
}

/** How often a waiting stream checks its reader's access. */
const ACCESS_CHECK_MS = 500;

async function* endWithAccess(values: AsyncIterable<unknown>, { signIn, request: { ending } }: RequestContext) {
  const end = () => ending.abort();
  const timer = setInterval(() => void signIn.stillHolds().then((holds) => holds || end(), end), ACCESS_CHECK_MS);
  try {
    for await (const value of values) {
      if (!(await signIn.stillHolds())) return;
      yield value;
    }
  } finally {
    clearInterval(timer);
  }
}

export async function runCounted(
  handler: Handler<unknown, unknown>,
  read: () => unknown,
  context: RequestContext,
): Promise<unknown> {
  const { accountAct } = handler;
  let address: string | null = null;
  const takenLimits: Limit[] = [];
  const takePoint = (limit: Limit | undefined) => {
    if (limit) limitTo(context, limit);
    if (limit) takenLimits.push(limit);
  };
  try {
    takePoint(await handler.limit?.(context));
    const output = await runHandler(handler, await read(), context, async (checked) => {
      if (accountAct) address = await accountAct.address(checked, context);
      takePoint(handler.limitByInput?.(checked, context));
    });
    if (handler.returnsPoints) for (const limit of takenLimits) context.limiter.returnPoint(limit);
    if (accountAct) logAct(context, accountAct.act, address, null);
    return output;
  } catch (error) {
    if (accountAct) logAct(context, accountAct.act, address, error);
    throw error;
  }
}

/** A hash of the address, keyed with the site's secret. */
function pseudonym({ config }: RequestContext, address: string): string {
  return new Sealer(config.cookieSecrets).signatures('log', comparable(address))[0]!.slice(0, 16);
}

function logAct(context: RequestContext, act: string, address: string | null, error: unknown): void {
  const { log, request } = context;
  const outcome = error === null ? 'done' : (failureOf(error, request.id, () => {}).refusal ?? 'fault');
  const account = address === null ? null : pseudonym(context, address);
  log.info({ request: request.id, outcome, account, network: request.network }, act);
}

/** Reports a bug; the client gets only the request's id. */
function failureOf(error: unknown, requestId: string, report: (error: unknown) => void): Failure {
  if (error instanceof RpcError) return error.toFailure();
  if (!(error instanceof Rejected)) report(error);
  const isUnsaved = isStorageError(error);
  const rejected = isUnsaved ? new Rejected('storage-down', { retryAfter: STORAGE_DOWN_RETRY_AFTER_SECONDS }) : error;
  if (rejected instanceof Rejected) {
    const { refusal, details } = rejected;
    return { status: statusOf(refusal), message: refusal, refusal, fields: {}, nearest: [], ...details };
  }
  return { status: 500, message: `Something went wrong on our side (request ${requestId}).`, refusal: null };
}

export function failureFor(c: Context<AppEnv>, error: unknown, context: RequestContext): Failure {
  const { request, log } = context;
  const report = (fault: unknown) => {
    context.handleStorageError(fault);
    log.error({ err: fault, request: request.id }, 'call failed');
  };
  const failure = failureOf(error, request.id, report);
  if (failure.refusal !== null) c.set('refusal', failure.refusal);
  return failure;
}

export function retryAfterOf({ status, retryAfter }: Failure): Record<string, string> {
  const seconds = retryAfter ?? (status === 503 ? 5 : null);
  return seconds === null ? {} : { 'retry-after': String(seconds) };
}

/** The same handlers and errors, without network. */
export function callInProcess<Contract extends AnyContract, Context extends RequestContext>(
  handlers: Handlers<Contract, Context>,
  context: Context,
  report: (error: unknown) => void,
): Rpc<Contract> {
  const calls = Object.entries<Handler<unknown, unknown>>(handlers).map(([name, handler]) => {
    const call = async (input: unknown) => {
      try {
        return await runHandler(handler, input, context);
      } catch (error) {
        throw new RpcError(failureOf(error, context.request.id, report));
      }
    };
    return [name, call] as const;
  });
  return Object.fromEntries(calls) as Rpc<Contract>;
}

export function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}
