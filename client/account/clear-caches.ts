import type { AnyRouter } from '@tanstack/react-router';
import { RpcError } from '#shared/calls/rpc-error.ts';
import { clearDraft } from '../booking/form/state/draft.ts';

/** Clears the cached queries and route data: the signed-in account may have changed. */
export function clearCaches(router: AnyRouter): void {
  router.options.context.queryClient.clear();
  router.clearCache();
}

/**
 * Awaits a call that the server refuses with `other-account` if another account has signed in since the page was rendered. On that
 * refusal: clears the draft and the caches, runs `begin` (e.g. to navigate to the page's start), reloads the page's data for the account
 * that is signed in now, and rethrows the error.
 */
export async function reloadIfOtherAccount<Output>(
  router: AnyRouter,
  sent: Promise<Output>,
  begin: () => Promise<void> = async () => {},
): Promise<Output> {
  try {
    return await sent;
  } catch (error) {
    if (error instanceof RpcError && error.refusal === 'other-account') {
      clearDraft();
      clearCaches(router);
      await begin();
      await router.invalidate();
    }
    throw error;
  }
}
