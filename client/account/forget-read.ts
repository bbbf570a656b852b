import type { AnyRouter } from '@tanstack/react-router';
import { RpcError } from '#shared/rpc-error.ts';
import { clearDraft } from '../booking/form/draft.ts';

/** Makes that nothing that was read before counts any more: another account may be signed in. */
export function forgetRead(router: AnyRouter): void {
  router.options.context.queryClient.clear();
  router.clearCache();
}

/**
 * Sends what may be refused because another account has signed in since. Then the page is, when the failure arrives, that of
 * the account that is signed in now, if it may see it; `begin` leads to where it begins.
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
