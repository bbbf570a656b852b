/** Types only, so that the browser loads no schemas. It fetches `rpcPath(name)`; server rendering calls handlers in process. */

export interface Procedure<Input, Output> {
  readonly method: 'GET' | 'POST';
  readonly types?: { readonly input: Input; readonly output: Output };
}

/** GET, with the input in the query. An output of `AsyncIterable` is sent as NDJSON. */
export function query<Input, Output>(): Procedure<Input, Output> {
  return { method: 'GET' };
}

/** POST, with the input as JSON or as a form. */
export function command<Input, Output>(): Procedure<Input, Output> {
  return { method: 'POST' };
}

// oxlint-disable-next-line typescript/no-explicit-any -- no narrower type takes procedures of every input and output
export type AnyContract = Readonly<Record<string, Procedure<any, any>>>;
export type InputOf<P> = P extends Procedure<infer Input, unknown> ? Input : never;
export type OutputOf<P> = P extends Procedure<infer _Input, infer Output> ? Output : never;

export interface CallOptions {
  readonly signal?: AbortSignal;
}

export type Rpc<Contract extends AnyContract> = {
  readonly [Name in keyof Contract]: (
    input: InputOf<Contract[Name]>,
    options?: CallOptions,
  ) => Promise<OutputOf<Contract[Name]>>;
};

export const RPC_PREFIX = '/_serverFn/';

export function rpcPath(name: string): string {
  return RPC_PREFIX + opaqueId(name);
}

/** 53-bit hash (cyrb53), so that both sides derive the same id without a table. */
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
