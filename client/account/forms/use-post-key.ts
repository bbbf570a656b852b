import { useState } from 'react';
import { mayStand } from '#shared/calls/refusals.ts';
import type { RpcError } from '#shared/calls/rpc-error.ts';
import { newKey } from '../../shell/new-key.ts';

/**
 * The idempotency key of a form, first the one that the page was rendered with. It stays while the last request may have taken effect,
 * so that pressing again repeats that one.
 */
export function usePostKey(first: string) {
  const [key, setKey] = useState(first);
  const onAnswer = (error: RpcError | null) => {
    if (error === null || !mayStand(error.refusal)) setKey(newKey());
  };
  return { key, onAnswer };
}
