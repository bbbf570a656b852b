import type { z } from 'zod';
import type { AnyContract, InputOf, OutputOf } from '#shared/calls/rpc.ts';
import type { Access } from '#shared/account/page-access.ts';
import type { Role } from '#shared/account/account.ts';
import type { Cookies } from '../http/cookies.ts';
import type { Log } from '../../process/log.ts';
import type { Secrets } from '../../process/secrets.ts';
import type { Limit, Limiter } from '../limits/limiter.ts';

/** The part of the visitor's sign-in session that the pipeline uses. */
export interface SignInSession {
  /** The account that is signed in, with the token of its pages; null for none. */
  current(): Promise<{ readonly account: string; readonly role: Role; readonly formToken: string } | null>;
  /** Reads again whether the session is valid; `current` is read once. */
  stillHolds(): Promise<boolean>;
  /** Whether the request carries a sign-in cookie: its response must not be cached for others. */
  readonly isSent: boolean;
}

/** The context of the pipeline: the request, its browser and its sign-in session. Each area adds what its calls need. */
export interface RequestContext {
  readonly config: { readonly cookieSecrets: Secrets };
  readonly log: Log;
  readonly limiter: Limiter;
  readonly request: {
    /** Id of the request in the log and for the visitor. */
    readonly id: string;
    /** The visitor's network (`clientNetwork`); null for a call of the process itself. */
    readonly network: string | null;
    /** The token of the account that the sending page was rendered for; null for none. */
    readonly formToken: string | null;
    /** Aborted when its streamed response ends, or must end because its reader has left or lost access. */
    readonly ending: AbortController;
  };
  /** What the visitor of this browser is in the middle of. */
  readonly cookies: Cookies;
  /** The sign-in session, looked up on first use. */
  readonly signIn: SignInSession;
  /** Call it with each fault: it ends the process if the database is broken. */
  handleStorageError(error: unknown): void;
}

/** Declares what is logged for each attempt to access an account: the act, its result, the account and the network. */
export interface AccountAct<Input, Context = RequestContext> {
  readonly act: 'sign-in' | 'sign-out' | 'password-change' | 'password-reset' | 'email-change' | 'account-deletion';
  /** The address of the account concerned, once the input is validated; null when there is none. */
  address(input: Input, context: Context): string | null | Promise<string | null>;
}

/** How a procedure handles a form that was posted without script. */
export interface FormPost<Context = RequestContext> {
  /** Converts the fields to the input, which the schema validates afterwards. */
  input(form: URLSearchParams, context: Context): unknown;
  /** Path and query of the page that contains the form: it answers a refusal. */
  page(form: URLSearchParams): string;
  /** Whether the page answers after success, too, because it shows what was typed. By default, success redirects. */
  readonly showsTyped?: boolean;
  /** Whether the page's address is a mailed link, whose secret must not appear in another address. */
  readonly isMailed?: boolean;
  /** For a button that shows something instead of submitting: the address of the page that shows it. */
  show?(form: URLSearchParams): string | null;
  /** Fields that must not be shown again. */
  readonly secrets?: readonly string[] | 'all';
}

export interface Handler<Input, Output, Context = RequestContext> {
  readonly schema: z.ZodType<Input>;
  /**
   * The required role. A page that was rendered for another account is refused, for `guest` too; a page without an account only for
   * other roles. When it is left out, any visitor may call from any page.
   */
  readonly access?: Access;
  /**
   * The limit of a call over the network, checked before its input is validated: `byNetwork(policy)`, or `byAccount(policy)` for what
   * accounts do. Refused with `too-many`. A limit that a handler can determine only while it runs uses `limitTo`.
   */
  limit?(context: Context): Limit | Promise<Limit>;
  /** A further limit, checked once the input is validated: by the address concerned. */
  limitByInput?(input: Input, context: Context): Limit;
  /** Whether only failures count: a success returns its points. */
  readonly returnsPoints?: boolean;
  /** For a call that accesses an account: what is logged for each attempt. */
  readonly accountAct?: AccountAct<Input, Context>;
  readonly form?: FormPost<Context>;
  /** An async generator responds with NDJSON, one value a line. It ends when `request.ending` is aborted, also while it waits. */
  run(input: Input, context: Context): Output | Promise<Output>;
}

/** The handler of a procedure in a contract. */
export type HandlerOf<P, Context = RequestContext> = Handler<InputOf<P>, OutputOf<P>, Context>;

/** A handler for every procedure: a missing one fails the type check. */
export type Handlers<Contract extends AnyContract, Context = RequestContext> = {
  readonly [Name in keyof Contract]: HandlerOf<Contract[Name], Context>;
};
