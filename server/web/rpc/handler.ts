import type { z } from 'zod';
import type { AnyContract, InputOf, OutputOf } from '#shared/calls/rpc.ts';
import type { Access, Role } from '#shared/account/account.ts';
import type { Cookies } from '../http/cookies.ts';
import type { Log } from '../../process/log.ts';
import type { Secrets } from '../../process/secrets.ts';
import type { Limit, Limiter } from '../limits/limiter.ts';

export interface SignInSession {
  current(): Promise<{ readonly account: string; readonly role: Role; readonly formToken: string } | null>;
  /** Reads the session again; `current` is read once. */
  stillHolds(): Promise<boolean>;
  /** The response must not be cached for others. */
  readonly isSent: boolean;
}

export interface RequestContext {
  readonly config: { readonly cookieSecrets: Secrets };
  readonly log: Log;
  readonly limiter: Limiter;
  readonly request: {
    readonly id: string;
    readonly network: string | null;
    readonly formToken: string | null;
    /** Aborted when the response ends, or the reader has left or lost access. */
    readonly ending: AbortController;
  };
  readonly cookies: Cookies;
  readonly signIn: SignInSession;
  /** Call it with each error: it ends the process if the database is broken. */
  handleStorageError(error: unknown): void;
}

export interface AccountAct<Input, Context = RequestContext> {
  readonly act: 'sign-in' | 'sign-out' | 'password-change' | 'password-reset' | 'email-change' | 'account-deletion';
  address(input: Input, context: Context): string | null | Promise<string | null>;
}

export interface FormPost<Context = RequestContext> {
  input(form: URLSearchParams, context: Context): unknown;
  /** The page that contains the form, and shows its refusal. */
  page(form: URLSearchParams): string;
  /** Shows the page after success, too, instead of a redirect. */
  readonly showsTyped?: boolean;
  /** Its address is a mailed link, whose secret must not appear in another address. */
  readonly isMailed?: boolean;
  /** For a button that only shows another page. */
  show?(form: URLSearchParams): string | null;
  readonly secrets?: readonly string[] | 'all';
}

export interface Handler<Input, Output, Context = RequestContext> {
  readonly schema: z.ZodType<Input>;
  /** If absent, any visitor may call. Refuses a page of another account, or beyond `guest` of none. */
  readonly access?: Access;
  /** Before the input is validated; refused with `too-many`. If only the running handler knows the limit, use `limitTo`. */
  limit?(context: Context): Limit | Promise<Limit>;
  limitByInput?(input: Input, context: Context): Limit;
  /** A success returns its points. */
  readonly returnsPoints?: boolean;
  readonly accountAct?: AccountAct<Input, Context>;
  readonly form?: FormPost<Context>;
  /** An async generator responds with NDJSON, until `request.ending` aborts. */
  run(input: Input, context: Context): Output | Promise<Output>;
}

export type HandlerOf<P, Context = RequestContext> = Handler<InputOf<P>, OutputOf<P>, Context>;

export type Handlers<Contract extends AnyContract, Context = RequestContext> = {
  readonly [Name in keyof Contract]: HandlerOf<Contract[Name], Context>;
};

export async function signedInOf<SignedIn extends object>({
  signIn,
}: {
  readonly signIn: { current(): Promise<SignedIn | null> };
}): Promise<SignedIn> {
  const current = await signIn.current();
  if (!current) throw new Error('signedInOf needs a handler whose access requires an account');
  return current;
}

export function causeOf({ request }: Pick<RequestContext, 'request'>) {
  return { correlation: request.id };
}
