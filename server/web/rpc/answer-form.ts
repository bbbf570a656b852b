import type { Context } from 'hono';
import { isAccessRefusal } from '#shared/account/page-access.ts';
import type { Done, Notice } from '#shared/account/account.ts';
import type { Flash } from '#shared/calls/flash.ts';
import { leaveFlash } from '../http/flash.ts';
import { seeOther } from '../http/see-other.ts';
import type { FormPost, Handler, RequestContext } from './handler.ts';
import { askToSignIn } from './form-awaiting-sign-in.ts';
import { type AppEnv, asRpcError, retryAfterOf, runCounted } from './pipeline.ts';

/** Answers a form with a page: its target, or its own page again with what went wrong and everything typed. */
export async function answerForm(
  c: Context<AppEnv>,
  handler: Handler<unknown, unknown>,
  context: RequestContext,
  form: URLSearchParams,
): Promise<Response> {
  const { form: post } = handler;
  if (!post) return c.text('This call takes no form.', 415);
  const leave = (to: string, what: Partial<Flash>) => {
    const flash = { ...flashFor(to, form, post), ...what };
    leaveFlash(context.browser, flash);
    return seeOther(c, to);
  };
  // The typed values are not for the account that is signed in now.
  const turnOver = () => leave(post.start ?? post.page(form), { refusal: 'other-account', values: {} });
  const shown = post.show?.(form) ?? null;
  if (shown !== null) return (await context.request.page.isOthers()) ? turnOver() : leave(shown, {});
  try {
    const output = await runCounted(handler, () => post.input(form, context), context);
    const { redirect = post.page(form), ...said } = doneOf(output);
    if (said.notice !== undefined) return leave(redirect, said);
    context.browser.forget('flash');
    return seeOther(c, redirect);
  } catch (error) {
    const failed = asRpcError(c, error, context);
    const { refusal, fields, nearest, price, retryAfter } = failed;
    if (isAccessRefusal(refusal)) {
      const to = post.page(form);
      const away = { refusal, to, isMailed: post.isMailed === true, flash: flashFor(to, form, post) };
      return seeOther(c, askToSignIn(context, away));
    }
    if (refusal === 'other-account') return turnOver();
    const known = { ...(price && { price }), ...(retryAfter !== undefined && { retryAfter }) };
    const said = { refusal: refusal ?? 'fault', fields, nearest, ...known };
    const response = leave(post.page(form), said);
    for (const [name, value] of Object.entries(retryAfterOf(failed))) response.headers.set(name, value);
    return response;
  }
}

/** The flash that a form leaves for a page: everything typed, except secrets. */
function flashFor(to: string, form: URLSearchParams, { secrets = [] }: FormPost): Flash {
  const page = new URL(to, 'http://page').pathname;
  return { page, refusal: null, fields: {}, nearest: [], values: typed(form, secrets) };
}

function typed(form: URLSearchParams, secrets: readonly string[] | 'all'): Record<string, string[]> {
  if (secrets === 'all') return {};
  const values = new Map<string, string[]>();
  for (const [name, value] of form) {
    if (secrets.includes(name)) continue;
    const texts = values.get(name);
    if (texts) texts.push(value);
    else values.set(name, [value]);
  }
  return Object.fromEntries(values);
}

/** The redirect and the notice in a command's output, if it has them. */
function doneOf(output: unknown): { redirect?: string; notice?: Notice; whom?: string } {
  if (typeof output !== 'object' || output === null) return {};
  const { redirect, notice, whom } = output as Partial<Done>;
  return {
    ...(typeof redirect === 'string' && { redirect }),
    ...(typeof notice === 'string' && { notice }),
    ...(typeof whom === 'string' && { whom }),
  };
}
