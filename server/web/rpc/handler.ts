import type { z } from 'zod';
import type { AnyContract, InputOf, OutputOf } from '#shared/rpc.ts';
import type { Access } from '#shared/access.ts';
import type { Role } from '#shared/account.ts';
import type { BrowserRecord } from '../http/browser-record.ts';
import type { Networks } from '../http/client-address.ts';
import type { Cookies } from '../http/cookies.ts';
import type { Log } from '../../process/log.ts';
import type { Asking, Limiter } from '../limits/limiter.ts';
import type { PolicyName } from '../limits/policies.ts';

/** What the pipeline asks of a visitor's sign-in session. */
export interface SignInSession {
  /** The account that is signed in; null for none. */
  readonly current: { readonly account: string; readonly role: Role } | null;
  /** Whether the session still holds now, however long ago `current` was asked. */
  readonly stillHolds: boolean;
  /** Whether the request claims to be of an account: its answer must not be kept for others. */
  readonly isSent: boolean;
}

/** What the pipeline works with: the request, its browser and its sign-in session. Each area adds what its calls need. */
export interface RequestContext {
  readonly config: { readonly cookieSecret: string };
  readonly log: Log;
  readonly limiter: Limiter;
  readonly request: {
    /** Names the request in the log and to the visitor. */
    readonly id: string;
    /** The visitor's networks, narrowest first; none for a call of the process itself. */
    readonly networks: Networks;
    /** The mark of the account whose page it comes from; null when it does not say. */
    readonly pageOwner: string | null;
    /** Aborted when the visitor has left. */
    readonly signal: AbortSignal;
  };
  readonly cookies: Cookies;
  /** What the visitor's browser is in the middle of. */
  readonly browser: BrowserRecord;
  /** The sign-in session; costs nothing until it is looked at. */
  readonly signIn: SignInSession;
  /** By what the visitor is known as a customer's; null for a stranger. */
  knownAs(): string | null;
}

/** What the log says of each attempt to get at an account: which act, what came of it, whose account, from which network. */
export interface AccountAct<Input, Context = RequestContext> {
  readonly act:
    | 'sign-in'
    | 'sign-out'
    | 'password-change'
    | 'password-reset'
    | 'browser-known'
    | 'email-change'
    | 'account-deletion';
  /** The address of the account that it is about, once the input is checked; null when there is none. */
  address(input: Input, context: Context): string | null | Promise<string | null>;
}

/** How a procedure takes a form that was posted without script. */
export interface FormPost<Context = RequestContext> {
  /** The input that the fields stand for, unchecked: the schema comes after. */
  input(form: URLSearchParams, context: Context): unknown;
  /** Path and query of the page that carries the form: where refusals go back to. */
  page(form: URLSearchParams): string;
  /** Where its page begins anew, when that is elsewhere and it has become another account's. */
  readonly start?: string;
  /** Whether that address is a mailed link: its secret must not get into any other. */
  readonly isMailed?: boolean;
  /** For a button that asks to see something instead of acting: where to see it. */
  show?(form: URLSearchParams): string | null;
  /** Fields that must not be given back. */
  readonly secrets?: readonly string[] | 'all';
}

/** What a call counts as: a policy, and the network or the key by which it is counted. */
export interface Limit extends Asking {
  readonly policy: PolicyName;
}

export interface Handler<Input, Output, Context = RequestContext> {
  readonly schema: z.ZodType<Input>;
  /** Who may call; anyone when it is not given. */
  readonly access?: Access;
  /** For what anyone may call: whether it is refused all the same when it comes from a page of another account. */
  readonly heedsPageOwner?: boolean;
  /**
   * What the call counts as when it comes over the network, before its input is checked: usually `byNetwork(policy)`.
   * Refused with `too-many`. What a handler learns only while it runs it counts by `limitTo`.
   */
  limit?(context: Context): Limit;
  /** What it counts as besides, once its input is checked: by the account or address that it is about. */
  limitByInput?(input: Input, context: Context): Limit | null;
  /** For a call that gets at an account: what the log says of each attempt. */
  readonly accountAct?: AccountAct<Input, Context>;
  readonly form?: FormPost<Context>;
  /** Whether its output is never compressed: for small lines, an encoder costs more than it saves. */
  readonly isSentPlain?: boolean;
  /** An async generator answers as NDJSON, one value a line. */
  run(input: Input, context: Context): Output | Promise<Output>;
}

/** What answers a procedure of a contract. */
export type HandlerOf<P, Context = RequestContext> = Handler<InputOf<P>, OutputOf<P>, Context>;

/** A handler for every procedure: one that is missing is a type error. */
export type Handlers<Contract extends AnyContract, Context = RequestContext> = {
  readonly [Name in keyof Contract]: HandlerOf<Contract[Name], Context>;
};
