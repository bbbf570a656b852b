import type { AnyRouter } from '@tanstack/react-router';
import { RpcError } from '#shared/calls/rpc-error.ts';
import { clearDraft } from '../booking/form/state/draft.ts';
import { leaveToast } from '../shell/toasts/toast-messages.ts';
import { OTHER_ACCOUNT } from '../wording/account-refusals.ts';

/** Clears the cached queries and route data: the signed-in account may have changed. */
export function clearCaches(router: AnyRouter): void {
  router.options.context.queryClient.clear();
  router.clearCache();
}

/**
 * Awaits a call that the server refuses with `other-account` if another account has signed in since the page was rendered. On that
 * refusal a new document says so, the page at `start`, for the account that is signed in now. It has nothing of this page, so the promise
 * stays pending.
 */
export async function beginAgainForOtherAccount<Output>(sent: Promise<Output>, start: string): Promise<Output> {
  try {
    return await sent;
  } catch (error) {
    if (!(error instanceof RpcError) || error.refusal !== 'other-account') throw error;
    clearDraft();
    leaveToast(OTHER_ACCOUNT, 'info', true);
    location.assign(start);
    return new Promise<never>(() => {});
  }
}
