/**
 * Types of the RPC contract. A contract declares procedures and their types only, so the browser loads no schemas. Handlers live
 * on the server; the browser fetches `rpcPath(name)`; server rendering calls handlers in process.
 */

export interface Procedure<Input, Output> {
  readonly method: 'GET' | 'POST';
  /** Carries the types; not set at run time. */
  readonly types?: { readonly input: Input; readonly output: Output };
}

/** A call that changes nothing: GET, with the input in the query. An output of `AsyncIterable` is sent as NDJSON. */
export function query<Input, Output>(): Procedure<Input, Output> {
  return { method: 'GET' };
}

/** A call that changes something: POST, with the input as JSON or as a form. */
export function command<Input, Output>(): Procedure<Input, Output> {
  return { method: 'POST' };
}

// oxlint-disable-next-line typescript/no-explicit-any -- no narrower type takes procedures of every input and output
export type AnyContract = Readonly<Record<string, Procedure<any, any>>>;
export type InputOf<P> = P extends Procedure<infer Input, unknown> ? Input : never;
export type OutputOf<P> = P extends Procedure<infer _Input, infer Output> ? Output : never;

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Mark of the account whose page sends the call: the call is refused when another account is signed in. */
  readonly pageOwner?: string;
}

/** Header that names a call's page owner. */
export const PAGE_OWNER_HEADER = 'x-page-owner';

const PAGE_OWNER_FIELD = 'pageOwner.';

/**
 * The name of the field that names a form's page owner. The mark is part of the name, because browsers restore typed values into
 * a form, on Back, by the names of its fields: another account's form has other names and gets none of them.
 */
export function pageOwnerField(mark: string): string {
  return PAGE_OWNER_FIELD + mark;
}

export function isPageOwnerField(name: string): boolean {
  return name.startsWith(PAGE_OWNER_FIELD);
}

/** The page owner of a form with these fields; null when it names none. */
export function pageOwnerOf(names: Iterable<string>): string | null {
  return [...names].find(isPageOwnerField)?.slice(PAGE_OWNER_FIELD.length) ?? null;
}

/** The procedures of a contract as functions: fetch in the browser, direct calls of the handlers on the server. */
export type Rpc<Contract extends AnyContract> = {
  readonly [Name in keyof Contract]: (
    input: InputOf<Contract[Name]>,
    options?: CallOptions,
  ) => Promise<OutputOf<Contract[Name]>>;
};

export const RPC_PREFIX = '/_serverFn/';

/** Path of a procedure. The id is opaque: it does not reveal the procedure's name. */
export function rpcPath(name: string): string {
  return RPC_PREFIX + opaqueId(name);
}

/** 53-bit hash of the name (cyrb53), so that both sides derive the same id without a table. */
export function opaqueId(name: string): string {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let index = 0; index < name.length; index++) {
    const code = name.charCodeAt(index);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36).padStart(11, '0');
}
