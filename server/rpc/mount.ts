import type { Context, Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { isAccessRefusal, signInPath } from '#shared/access.ts';
import type { Done, Notice } from '#shared/account.ts';
import type { Flash } from '#shared/flash.ts';
import { NDJSON_TYPE, writeNdjson } from '#shared/ndjson.ts';
import { type AnyContract, type Procedure, RPC_PREFIX, rpcPath } from '#shared/rpc.ts';
import type { RpcError } from '#shared/rpc-error.ts';
import { dropFlash, leaveFlash } from '../http/flash-cookie.ts';
import { only } from '../http/only.ts';
import type { Sealer } from '../http/sealing.ts';
import type { RequestVariables } from '../middleware/request-log.ts';
import type { Handler, HandlerContext, Handlers } from './handler.ts';
import { limitTo } from './limit-to.ts';
import { readBody, readQuery } from './read-input.ts';
import { toRpcError } from './refused.ts';
import { isAsyncIterable, run } from './run.ts';

type AppEnv = { Variables: RequestVariables };

export interface RpcParts<Contract extends AnyContract> {
  readonly contract: Contract;
  readonly handlers: Handlers<Contract>;
  readonly sealer: Sealer;
  readonly contextOf: (c: Context<AppEnv>) => HandlerContext;
}

/** Answers every procedure of the contract at its opaque path. */
export function mountRpc<Contract extends AnyContract>(app: Hono<AppEnv>, parts: RpcParts<Contract>): void {
  const { contract, handlers, sealer, contextOf } = parts;
  for (const [name, { method }] of Object.entries<Procedure<unknown, unknown>>(contract)) {
    const handler: Handler<unknown, unknown> = handlers[name as keyof Contract];
    app.on(method, rpcPath(name), async (c) => {
      const context = contextOf(c);
      const response = await answer(c, handler, context, sealer);
      for (const cookie of context.cookies.changes) response.headers.append('set-cookie', cookie);
      response.headers.set('cache-control', 'no-store');
      if (c.req.method !== 'HEAD') return response;
      await response.body?.cancel();
      return new Response(null, response);
    });
    app.all(rpcPath(name), method === 'GET' ? only('GET', 'HEAD') : only(method));
  }
  app.all(`${RPC_PREFIX}*`, (c) => c.text('There is no such call.', 404));
}

async function answer(
  c: Context<AppEnv>,
  handler: Handler<unknown, unknown>,
  context: HandlerContext,
  sealer: Sealer,
): Promise<Response> {
  try {
    if (c.req.method !== 'POST') return success(c, await runCounted(handler, readQuery(c), context), context);
    const body = await readBody(c);
    if ('form' in body) return await answerForm(c, handler, context, sealer, body.form);
    return success(c, await runCounted(handler, body.json, context), context);
  } catch (error) {
    return failure(c, asRpcError(c, error, context));
  }
}

/** Runs a call that came over the network, which counts towards its limits. */
function runCounted(handler: Handler<unknown, unknown>, input: unknown, context: HandlerContext): Promise<unknown> {
  return run(handler, input, context, (checked) => {
    const limit = handler.limits?.(checked, context);
    if (limit) limitTo(context, limit);
  });
}

/** What the other side may learn of an error. The line of the request names the refusal. */
function asRpcError(c: Context<AppEnv>, error: unknown, { request, log }: HandlerContext): RpcError {
  const report = (fault: unknown) => log.error({ err: fault, request: request.id }, 'call failed');
  const answer = toRpcError(error, request.id, report);
  if (answer.refusal !== null) c.set('refusal', answer.refusal);
  return answer;
}

function success(c: Context, output: unknown, context: HandlerContext): Response {
  if (isAsyncIterable(output)) {
    return c.body(writeNdjson(orWords(c, output, context)), 200, { 'content-type': NDJSON_TYPE });
  }
  return json(c, output ?? null, 200);
}

/**
 * Why an answer broke off is for the log; whoever passes the error on has only its words for people. No generator: one that
 * was never asked would not pass on that its reader has left.
 */
function orWords(c: Context<AppEnv>, values: AsyncIterable<unknown>, context: HandlerContext): AsyncIterable<unknown> {
  const iterator = values[Symbol.asyncIterator]();
  const next = () => iterator.next().catch((error: unknown) => Promise.reject(asRpcError(c, error, context)));
  const end = async () => (await iterator.return?.()) ?? { done: true as const, value: undefined };
  return { [Symbol.asyncIterator]: () => ({ next, return: end }) };
}

/** With its length, so that what is small is sent as it is. */
function json(c: Context, value: unknown, status: ContentfulStatusCode, more: Record<string, string> = {}): Response {
  const text = JSON.stringify(value);
  const length = String(Buffer.byteLength(text));
  return c.body(text, status, { 'content-type': 'application/json; charset=utf-8', 'content-length': length, ...more });
}

/** When to try again; the same for a call and for a form, whose answer leads back to its page. */
function retryAfterOf(error: RpcError): Record<string, string> {
  const { retryAfter = error.status === 503 ? 5 : null } = error;
  return retryAfter === null ? {} : { 'retry-after': String(retryAfter) };
}

function failure(c: Context, error: RpcError): Response {
  const status = error.status as ContentfulStatusCode;
  const headers = retryAfterOf(error);
  if (error.refusal === null) return c.text(error.message, status, headers);
  const { status: _status, ...body } = error.toFailure();
  return json(c, body, status, headers);
}

/** A form is answered by a page: the one it leads to, or its own again with what went wrong and all that was typed. */
async function answerForm(
  c: Context<AppEnv>,
  handler: Handler<unknown, unknown>,
  context: HandlerContext,
  sealer: Sealer,
  form: FormData,
): Promise<Response> {
  const { form: post } = handler;
  if (!post) return c.text('This call takes no form.', 415);
  const leave = (to: string, what: Partial<Flash>) => {
    const page = new URL(to, 'http://page').pathname;
    const values = typed(form, post.secrets ?? []);
    const flash = { page, refusal: null, fields: {}, nearest: [], values, ...what };
    leaveFlash(context.cookies, sealer, flash, context.clock.now());
    return c.redirect(to, 303);
  };
  const shown = post.show?.(form) ?? null;
  if (shown !== null) return leave(shown, {});
  try {
    const output = await runCounted(handler, post.input(form, context), context);
    const { redirect = post.page(form), ...said } = doneOf(output);
    if (said.notice !== undefined) return leave(redirect, said);
    dropFlash(context.cookies);
    return c.redirect(redirect, 303);
  } catch (error) {
    const failed = asRpcError(c, error, context);
    const { refusal, fields, nearest, retryAfter } = failed;
    if (isAccessRefusal(refusal)) return c.redirect(signInPath(refusal, post.page(form)), 303);
    const wait = retryAfter === undefined ? {} : { retryAfter };
    const response = leave(post.page(form), { refusal: refusal ?? 'fault', fields, nearest, ...wait });
    for (const [name, value] of Object.entries(retryAfterOf(failed))) response.headers.set(name, value);
    return response;
  }
}

/** Where a command's answer leads to and what is to be said there, as far as it tells. */
function doneOf(output: unknown): { redirect?: string; notice?: Notice; whom?: string } {
  if (typeof output !== 'object' || output === null) return {};
  const { redirect, notice, whom } = output as Partial<Done>;
  return {
    ...(typeof redirect === 'string' && { redirect }),
    ...(typeof notice === 'string' && { notice }),
    ...(typeof whom === 'string' && { whom }),
  };
}

function typed(form: FormData, secrets: readonly string[] | 'all'): Record<string, string[]> {
  if (secrets === 'all') return {};
  const names = [...new Set(form.keys())].filter((name) => !secrets.includes(name));
  const texts = (name: string) => form.getAll(name).filter((value) => typeof value === 'string');
  return Object.fromEntries(names.map((name) => [name, texts(name)]));
}
