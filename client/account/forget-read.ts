import type { AnyRouter } from '@tanstack/react-router';
import { RpcError } from '#shared/calls/rpc-error.ts';
import { clearDraft } from '../booking/form/state/draft.ts';

/** Clears cached queries: the signed-in account may have changed. */
export function forgetRead(router: AnyRouter): void {
  router.options.context.queryClient.clear();
  router.clearCache();
}

/**
 * Awaits a request that is refused when another account has signed in since. After that refusal, clears what was cached, calls
 * `begin`, and reloads the page for the account that is signed in now; then throws the refusal.
 */
export async function orTurnOver<Output>(
  router: AnyRouter,
  sent: Promise<Output>,
  begin: () => Promise<void> = async () => {},
): Promise<Output> {
  try {
    return await sent;
  } catch (error) {
    if (error instanceof RpcError && error.refusal === 'other-account') {
      clearDraft();
      forgetRead(router);
      await begin();
      await router.invalidate();
    }
    throw error;
  }
}
