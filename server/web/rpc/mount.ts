import type { Context as HonoContext, Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { NDJSON_TYPE, writeNdjson } from '#shared/calls/ndjson.ts';
import { type AnyContract, type Procedure, RPC_PREFIX, rpcPath } from '#shared/calls/rpc.ts';
import { type Failure, RpcError } from '#shared/calls/rpc-error.ts';
import { sendCookies } from '../http/cookies.ts';
import { textResponse, allowOnly } from '../http/responses.ts';
import { type AnswerWithPage, answerForm } from './answer-form.ts';
import { takeFormToken } from './form-token.ts';
import type { Handler, RequestContext, Handlers } from './handler.ts';
import { type AppEnv, failureFor, isAsyncIterable, retryAfterOf, runCounted } from './pipeline.ts';
import { bodyType, readForm, readJson, readQuery } from './read-input.ts';

export interface RpcParts<Contract extends AnyContract, Context extends RequestContext> {
  readonly contract: Contract;
  readonly handlers: Handlers<Contract, Context>;
  readonly contextOf: (c: HonoContext<AppEnv>) => Context;
  readonly answerWithPage: AnswerWithPage<Context>;
}

export function mountRpc<Contract extends AnyContract, Context extends RequestContext>(
  app: Hono<AppEnv>,
  parts: RpcParts<Contract, Context>,
): void {
  const { contract, handlers, contextOf, answerWithPage } = parts;
  for (const [name, { method }] of Object.entries<Procedure<unknown, unknown>>(contract)) {
    const handler: Handler<unknown, unknown, Context> = handlers[name as keyof Contract];
    app.on(method, rpcPath(name), async (c) => {
      c.set('call', name);
      const context = contextOf(c);
      const response = await answer(c, handler, context, answerWithPage);
      sendCookies(response.headers, context.cookies);
      if (!response.headers.has('cache-control')) response.headers.set('cache-control', 'no-store');
      if (c.req.method === 'HEAD') await response.body?.cancel();
      return response;
    });
    app.all(rpcPath(name), method === 'GET' ? allowOnly('GET', 'HEAD') : allowOnly(method));
  }
  app.all(`${RPC_PREFIX}*`, (c) => c.text('There is no such call.', 404));
}

async function answer<Context extends RequestContext>(
  c: HonoContext<AppEnv>,
  formHandler: Handler<unknown, unknown, Context>,
  context: Context,
  answerWithPage: AnswerWithPage<Context>,
): Promise<Response> {
  const handler = formHandler as Handler<unknown, unknown>;
  try {
    const type = c.req.method === 'POST' ? bodyType(c) : 'query';
    const form = type === 'form' ? await readForm(c).catch(() => null) : null;
    const isPlain = c.req.header('accept') !== 'application/json' || !formHandler.form;
    if (form && isPlain) return await answerForm(c, { handler: formHandler, context, form, answerWithPage });
    if (form) takeFormToken(form);
    // A form that can't be read counts, too.
    const readFields = () => (form ? formHandler.form?.input(form, context) : readForm(c));
    const read = { form: readFields, json: readJson, query: readQuery }[type];
    return success(c, await runCounted(handler, () => read(c), context), context);
  } catch (error) {
    return failureResponse(c, failureFor(c, error, context));
  }
}

function success(c: HonoContext, output: unknown, context: RequestContext): Response {
  if (isAsyncIterable(output)) {
    // A proxy that compresses would hold lines back.
    const headers = { 'content-type': NDJSON_TYPE, 'cache-control': 'no-store, no-transform' };
    const lines = writeNdjson(withPublicErrors(c, output, context), () => context.request.ending.abort());
    return c.body(lines, 200, headers);
  }
  return jsonResponse(c, output ?? null);
}

/** With a `content-length`, unlike `c.json`: `compression` leaves short responses as they are. */
function jsonResponse(c: HonoContext, value: unknown, status: ContentfulStatusCode = 200, headers = {}): Response {
  const body = JSON.stringify(value);
  const length = String(Buffer.byteLength(body));
  return c.body(body, status, { ...headers, 'content-type': 'application/json', 'content-length': length });
}

async function* withPublicErrors(c: HonoContext<AppEnv>, values: AsyncIterable<unknown>, context: RequestContext) {
  try {
    yield* values;
  } catch (error) {
    throw new RpcError(failureFor(c, error, context));
  } finally {
    context.request.ending.abort();
  }
}

export function failureResponse(c: HonoContext, failure: Failure): Response | Promise<Response> {
  const { status, ...body } = failure;
  const headers = retryAfterOf(failure);
  if (body.refusal === null) return textResponse(c, body.message, status as ContentfulStatusCode, headers);
  return jsonResponse(c, body, status as ContentfulStatusCode, headers);
}
