import type { z } from 'zod';
import type { AnyContract, InputOf, OutputOf } from '#shared/rpc.ts';
import type { Access } from '#shared/access.ts';
import type { SignInCookie } from '../../accounts/signing-in/sign-in-cookie.ts';
import type { BrowserRecord } from '../http/browser-record.ts';
import type { Networks } from '../http/client-address.ts';
import type { Cookies } from '../http/cookies.ts';
import type { Asking } from '../limits/limiter.ts';
import type { PolicyName } from '../limits/policies.ts';
import type { Services } from '../../services.ts';
import type { AccountAct } from '../../accounts/calls/account-acts.ts';

/** What a handler works with: the product's services, and who is asking. */
export interface HandlerContext extends Services {
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
  /** Who is asking; costs nothing until it is looked at. */
  readonly signIn: SignInCookie;
}

/** How a procedure takes a form that was posted without script. */
export interface FormPost {
  /** The input that the fields stand for, unchecked: the schema comes after. */
  input(form: URLSearchParams, context: HandlerContext): unknown;
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

export interface Handler<Input, Output> {
  readonly schema: z.ZodType<Input>;
  /** Who may call; anyone when it is not given. */
  readonly access?: Access;
  /** For what anyone may call: whether it is refused all the same when it comes from a page of another account. */
  readonly heedsPageOwner?: boolean;
  /**
   * What the call counts as when it comes over the network, before its input is checked: usually `byNetwork(policy)`.
   * Refused with `too-many`. What a handler learns only while it runs it counts by `limitTo`.
   */
  limit?(context: HandlerContext): Limit;
  /** What it counts as besides, once its input is checked: by the account or address that it is about. */
  limitByInput?(input: Input, context: HandlerContext): Limit | null;
  /** For a call that gets at an account: what the log says of each attempt. */
  readonly accountAct?: AccountAct<Input>;
  readonly form?: FormPost;
  /** Whether its output is never compressed: for small lines, an encoder costs more than it saves. */
  readonly isSentPlain?: boolean;
  /** An async generator answers as NDJSON, one value a line. */
  run(input: Input, context: HandlerContext): Output | Promise<Output>;
}

/** What answers a procedure of a contract. */
export type HandlerOf<P> = Handler<InputOf<P>, OutputOf<P>>;

/** A handler for every procedure: one that is missing is a type error. */
export type Handlers<Contract extends AnyContract> = {
  readonly [Name in keyof Contract]: HandlerOf<Contract[Name]>;
};
