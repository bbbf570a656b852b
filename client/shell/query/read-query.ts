import { queryOptions } from '@tanstack/react-query';
import type { AppRpc, Contract } from '#shared/calls/contract.ts';
import type { InputOf } from '#shared/calls/rpc.ts';

/** Exceptions from the defaults (SPEC.md section 9). Say the reason beside each use. */
interface ReadOptions {
  readonly staleTime?: number;
  readonly retry?: false;
}

/** The page has the loader's data, so the query isn't dehydrated as well. */
export function readQuery<Name extends keyof Contract>(
  rpc: AppRpc,
  name: Name,
  input: InputOf<Contract[Name]>,
  options: ReadOptions = {},
) {
  return queryOptions({
    queryKey: [name, input],
    queryFn: ({ signal }) => rpc[name](input, { signal }),
    meta: { isLoaderData: true },
    ...options,
  });
}
