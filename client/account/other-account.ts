import { clearDraft } from '../booking/form/state/draft.ts';
import { storeToast } from '../shell/toasts/toast-messages.ts';
import { OTHER_ACCOUNT } from '../wording/account-refusals.ts';

/**
 * Loads the page in a new document for the account that has signed in since. It has nothing of the account with this token; a page
 * without an account keeps its booking draft.
 */
export function loadForOtherAccount(formToken: string | null): void {
  if (formToken === null) return location.assign(location.pathname + location.search);
  clearDraft();
  storeToast(OTHER_ACCOUNT, 'info', true);
  location.assign(location.pathname);
}
