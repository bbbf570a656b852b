/**
 * The words both sides use for calls. A contract names procedures and their types and nothing else: it costs the browser
 * no schema. Handlers live on the server; the browser fetches `rpcPath(name)`; server rendering calls handlers in process.
 */

export interface Procedure<Input, Output> {
  readonly method: 'GET' | 'POST';
  /** Carries the types; never there at run time. */
  readonly types?: { readonly input: Input; readonly output: Output };
}

/** A call that changes nothing: GET, the input in the query. An output of `AsyncIterable` travels as NDJSON. */
export function query<Input, Output>(): Procedure<Input, Output> {
  return { method: 'GET' };
}

/** A call that changes something: POST, the input as JSON or as a form. */
export function command<Input, Output>(): Procedure<Input, Output> {
  return { method: 'POST' };
}

// oxlint-disable-next-line typescript/no-explicit-any -- no narrower type takes procedures of every input and output
export type AnyContract = Readonly<Record<string, Procedure<any, any>>>;
export type InputOf<P> = P extends Procedure<infer Input, unknown> ? Input : never;
export type OutputOf<P> = P extends Procedure<infer _Input, infer Output> ? Output : never;

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** The mark of the account whose page sends it: nobody else's is changed by it. */
  readonly pageOwner?: string;
}

/** Where a call says whose page it comes from. */
export const PAGE_OWNER_HEADER = 'x-page-owner';

const PAGE_OWNER_FIELD = 'pageOwner.';

/**
 * The name of the field in which a form says whose page it stands on. The name itself says it: to a page that is gone back to
 * browsers give what was typed into a form whose fields, or which itself, had the same names, and it is for nobody else.
 */
export function pageOwnerField(mark: string): string {
  return PAGE_OWNER_FIELD + mark;
}

export function isPageOwnerField(name: string): boolean {
  return name.startsWith(PAGE_OWNER_FIELD);
}

/** Whose page a form with these fields stood on; null when it does not say. */
export function pageOwnerOf(names: Iterable<string>): string | null {
  return [...names].find(isPageOwnerField)?.slice(PAGE_OWNER_FIELD.length) ?? null;
}

/** The procedures of a contract as functions. The browser's fetch; the server's call straight into the handlers. */
export type Rpc<Contract extends AnyContract> = {
  readonly [Name in keyof Contract]: (
    input: InputOf<Contract[Name]>,
    options?: CallOptions,
  ) => Promise<OutputOf<Contract[Name]>>;
};

export const RPC_PREFIX = '/_serverFn/';

/** Where a procedure answers. The id is opaque: it says nothing about what is behind it. */
export function rpcPath(name: string): string {
  return RPC_PREFIX + opaqueId(name);
}

/** 53 bits of the name (cyrb53), so that both sides get the same id without a table. */
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
