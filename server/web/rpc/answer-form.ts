import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { type AccessRefusal, isAccessRefusal, signInPath, type Done } from '#shared/account/account.ts';
import type { Notice } from '#shared/account/notices.ts';
import { CARRIED_FIELD, type Flash } from '#shared/calls/flash.ts';
import type { Failure } from '#shared/calls/rpc-error.ts';
import { seeOther } from '../http/responses.ts';
import { isFromOtherAccount, takeFormToken } from './form-token.ts';
import type { FormPost, Handler, RequestContext } from './handler.ts';
import { type AppEnv, failureFor, retryAfterOf, runCounted } from './pipeline.ts';
import { Sealer } from '../http/sealing.ts';
import { VALUE_LIMIT } from './input-limits.ts';

export interface PageAnswer {
  readonly to: string;
  readonly flash: Flash;
  readonly status: ContentfulStatusCode;
}

export type AnswerWithPage<AContext = RequestContext> = (
  c: Context<AppEnv>,
  context: AContext,
  answer: PageAnswer,
) => Promise<Response>;

interface Posted<AContext> {
  readonly handler: Handler<unknown, unknown, AContext>;
  readonly context: AContext;
  readonly form: URLSearchParams;
  readonly answerWithPage: AnswerWithPage<AContext>;
}

/** Redirects after success, otherwise renders the form's page with everything typed. */
export async function answerForm<AContext extends RequestContext>(
  c: Context<AppEnv>,
  { handler, context: sent, form, answerWithPage }: Posted<AContext>,
): Promise<Response> {
  const { form: post } = handler;
  if (!post) return c.text('This call takes no form.', 415);
  const context = { ...sent, request: { ...sent.request, formToken: takeFormToken(form) } };
  const show = (to: string, more: Partial<Flash>, status: ContentfulStatusCode = 200) =>
    answerWithPage(c, sent, { to, status, flash: { ...formFlash(to, form, post), ...more } });
  const shown = post.show?.(form) ?? null;
  if (shown !== null && !(await isFromOtherAccount(context.signIn, context.request.formToken, handler.access)))
    return show(shown, {});
  try {
    const output = await runCounted(handler, () => post.input(form, context), context);
    const { redirect = post.page(form), ...result } = resultOf(output);
    const carried = await openForm(context, form);
    if (carried) return await show(carried.page, { refusal: 'signed-in-again', values: carried.values });
    if (result.notice !== undefined && post.showsTyped) return await show(redirect, result);
    const flash = { page: pathOf(redirect), refusal: null, nearest: [], ...result };
    if (result.notice !== undefined) context.cookies.set('flash', flash);
    return seeOther(c, redirect);
  } catch (error) {
    const failed = failureFor(c, error, context);
    const { refusal, fields = {}, nearest = [], price, retryAfter } = failed;
    if (isAccessRefusal(refusal)) return answerWithSignIn(refusal);
    // Typed values and the page's query are another account's.
    if (refusal === 'other-account') return show(pathOf(post.page(form)), { refusal, values: {} }, 422);
    const known = { ...(price && { price }), ...(retryAfter !== undefined && { retryAfter }) };
    const why = { refusal: refusal ?? 'fault', fields, nearest, ...known };
    const response = await show(post.page(form), why, statusFor(failed));
    for (const [name, value] of Object.entries(retryAfterOf(failed))) response.headers.set(name, value);
    return response;
  }

  async function answerWithSignIn(refusal: AccessRefusal): Promise<Response> {
    const { isMailed = false } = post!;
    const page = post!.page(form);
    const to = signInPath(refusal, isMailed ? null : page);
    // The sign-in page tells a signed-in account itself that it may not do this.
    if (!isMailed && refusal !== 'not-signed-in') return seeOther(c, to);
    const carried = isMailed ? [] : sealForm(context, { ...formFlash(page, form, post!), page });
    const why = isMailed ? 'signed-out-link' : carried.length === 0 ? 'signed-out' : 'signed-out-kept';
    return show(to, { refusal: why, values: carried.length === 0 ? {} : { [CARRIED_FIELD]: carried } }, 422);
  }
}

/** 422 if the page shows what to correct; a retry keeps the call's status. */
function statusFor({ status }: Failure): ContentfulStatusCode {
  return status === 429 || status >= 500 ? (status as ContentfulStatusCode) : 422;
}

function pathOf(address: string): string {
  return new URL(address, 'http://page').pathname;
}

function formFlash(to: string, form: URLSearchParams, { secrets = [] }: Pick<FormPost, 'secrets'>): Flash {
  const names = secrets === 'all' ? [] : [...new Set(form.keys())].filter((name) => !secrets.includes(name));
  const values = Object.fromEntries(names.map((name) => [name, form.getAll(name)]));
  return { page: pathOf(to), refusal: null, fields: {}, nearest: [], values };
}

function resultOf(output: unknown): { redirect?: string; notice?: Notice; whom?: string } {
  const { redirect, notice, whom } = Object(output) as Partial<Done>;
  return { ...(redirect && { redirect }), ...(notice && { notice }), ...(whom && { whom }) };
}

const PART = new RegExp(`.{1,${VALUE_LIMIT}}`, 'g');

/** Keeps the form of the sign-in page far below 64 kB. */
const LONGEST_SEALED = 40_000;

const PURPOSE = 'form carried through sign-in';

interface CarriedForm {
  readonly formToken: string;
  readonly page: string;
  readonly values: Flash['values'];
}

/** None if the form has no token, or is too large. */
function sealForm(
  { config, request: { formToken } }: RequestContext,
  { page, values }: Omit<CarriedForm, 'formToken'>,
): readonly string[] {
  const text = formToken && new Sealer(config.cookieSecrets).seal(PURPOSE, { formToken, page, values });
  return text && text.length <= LONGEST_SEALED ? (text.match(PART) ?? []) : [];
}

async function openForm({ config, signIn }: RequestContext, form: URLSearchParams): Promise<CarriedForm | null> {
  const text = form.getAll(CARRIED_FIELD).join('');
  if (text === '') return null;
  const carried = new Sealer(config.cookieSecrets).open(PURPOSE, text) as CarriedForm | null;
  const current = await signIn.current();
  return carried?.formToken === current?.formToken ? carried : null;
}
