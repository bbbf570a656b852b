import { FORM_TOKEN_HEADER } from '#shared/account/form-token.ts';
import { readNdjson } from '#shared/calls/ndjson.ts';
import { type AnyContract, type CallOptions, type Rpc, rpcPath } from '#shared/calls/rpc.ts';
import { type Failure, RpcError } from '#shared/calls/rpc-error.ts';

const JSON_TYPE = 'application/json';

interface Page {
  /** Of the account that the page was rendered for. */
  readonly formToken: string | null;
  /** Also after a failed command: it may have changed something. */
  readonly afterCommand: () => void;
  /** Another account has signed in since: loads a new document. The call stays pending. */
  readonly onOtherAccount: () => void;
}

export function fetchRpc<Contract extends AnyContract>(
  contract: Contract,
  { formToken, afterCommand, onOtherAccount }: Page,
): Rpc<Contract> {
  const token = formToken === null ? {} : { [FORM_TOKEN_HEADER]: formToken };
  async function read(response: Response): Promise<unknown> {
    const type = response.headers.get('content-type') ?? '';
    if (!response.ok) {
      const error = await failureOf(response, type);
      if (error.refusal !== 'other-account') throw error;
      onOtherAccount();
      return new Promise(() => {});
    }
    if (type.startsWith('application/x-ndjson') && response.body) return readNdjson(response.body);
    return response.json();
  }
  const calls = Object.entries(contract).map(([name, { method }]) => {
    const path = rpcPath(name);
    const call = async (input: unknown, { signal }: CallOptions = {}) => {
      if (method === 'GET')
        return read(await fetch(withPayload(path, input), { headers: token, ...(signal && { signal }) }));
      const [type, body] =
        input instanceof FormData
          ? ['application/x-www-form-urlencoded', new URLSearchParams(textsOf(input)).toString()]
          : [JSON_TYPE, JSON.stringify(input ?? null)];
      const headers = { accept: JSON_TYPE, 'content-type': type, ...token };
      const sent = fetch(path, { method, headers, body, ...(signal && { signal }) });
      return sent.then(read).finally(afterCommand);
    };
    return [name, call] as const;
  });
  return Object.fromEntries(calls) as Rpc<Contract>;
}

function textsOf(data: FormData): [name: string, value: string][] {
  return [...data].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []));
}

function withPayload(path: string, input: unknown): string {
  return input === undefined ? path : `${path}?payload=${encodeURIComponent(JSON.stringify(input))}`;
}

async function failureOf(response: Response, type: string): Promise<RpcError> {
  const text = await response.text();
  if (!type.startsWith(JSON_TYPE)) {
    return new RpcError({ status: response.status, message: text || response.statusText, refusal: null });
  }
  return new RpcError({ ...(JSON.parse(text) as Omit<Failure, 'status'>), status: response.status });
}
