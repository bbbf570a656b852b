import { queryOptions } from '@tanstack/react-query';
import type { AppRpc, Contract } from '#shared/calls/contract.ts';
import type { InputOf } from '#shared/calls/rpc.ts';

/** Where a read differs from the others (SPEC.md section 9). The reason stands beside each use. */
interface Different {
  readonly staleTime?: number;
  readonly retry?: false;
}

/** A call whose answer a loader returns. The page has it in the loader's data, so it is not dehydrated a second time. */
export function readQuery<Name extends keyof Contract>(
  rpc: AppRpc,
  name: Name,
  input: InputOf<Contract[Name]>,
  different: Different = {},
) {
  return queryOptions({
    queryKey: [name, input],
    queryFn: ({ signal }) => rpc[name](input, { signal }),
    meta: { isLoaderData: true },
    ...different,
  });
}
