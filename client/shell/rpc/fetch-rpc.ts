import { readNdjson } from '#shared/calls/ndjson.ts';
import { type AnyContract, type CallOptions, type Rpc, rpcPath } from '#shared/calls/rpc.ts';
import { type Failure, RpcError } from '#shared/calls/rpc-error.ts';

/** Calls by `fetch`, for the browser. `afterCommand` is called after each command, also one that failed: it may have changed something. */
export function fetchRpc<Contract extends AnyContract>(contract: Contract, afterCommand: () => void): Rpc<Contract> {
  const calls = Object.entries(contract).map(([name, { method }]) => {
    const path = rpcPath(name);
    const call = async (input: unknown, { signal, headers }: CallOptions = {}) => {
      if (method === 'GET') return read(await fetch(withPayload(path, input), { ...(signal && { signal }) }));
      const sent = fetch(path, {
        method,
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(input ?? null),
        ...(signal && { signal }),
      });
      return sent.then(read).finally(afterCommand);
    };
    return [name, call] as const;
  });
  return Object.fromEntries(calls) as Rpc<Contract>;
}

function withPayload(path: string, input: unknown): string {
  return input === undefined ? path : `${path}?payload=${encodeURIComponent(JSON.stringify(input))}`;
}

async function read(response: Response): Promise<unknown> {
  const type = response.headers.get('content-type') ?? '';
  if (!response.ok) throw await failureOf(response, type);
  if (type.startsWith('application/x-ndjson') && response.body) return readNdjson(response.body);
  return response.json();
}

async function failureOf(response: Response, type: string): Promise<RpcError> {
  const text = await response.text();
  if (!type.startsWith('application/json')) {
    return new RpcError({ status: response.status, message: text || response.statusText, refusal: null });
  }
  return new RpcError({ ...(JSON.parse(text) as Omit<Failure, 'status'>), status: response.status });
}
