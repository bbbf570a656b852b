import { type AppRpc, contract } from '#shared/calls/contract.ts';

/** Every call of the product, each of which fails in the same way. */
export function failingRpc(error: Error): AppRpc {
  const fail = async () => {
    throw error;
  };
  return Object.fromEntries(Object.keys(contract).map((name) => [name, fail])) as unknown as AppRpc;
}
