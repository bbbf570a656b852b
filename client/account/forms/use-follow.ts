import { type AnyRouter, useRouter } from '@tanstack/react-router';
import type { Done } from '#shared/account/account.ts';
import { clearDraft } from '../../booking/form/state/draft.ts';
import { storeToast } from '../../shell/toasts/toast-messages.ts';
import { useToast } from '../../shell/toasts/toasts.tsx';
import { LASTING, noticeTone, noticeWords } from '#shared/account/notices.ts';

/** Afterwards, no account is signed in to this browser. */
const SIGNED_OUT: ReadonlySet<string> = new Set([
  'signed-out',
  'account-deleted',
  'account-deleted-visits-canceled',
  'account-deleted-visits-kept',
]);

/** Afterwards, another account may be signed in than the document's. */
const SIGNED_IN: ReadonlySet<string> = new Set(['email-verified', 'password-reset']);

/** Loads a new document if who is signed in has changed. Returns whether this page is left. */
export function useFollow() {
  const router = useRouter();
  const toast = useToast();

  return async ({ redirect, notice, whom }: Done): Promise<boolean> => {
    if (notice === null) {
      // A new document drops everything that this page had cached.
      location.assign(redirect);
      return true;
    }
    const lasts = LASTING.has(notice);
    const words = noticeWords(notice, whom);
    const type = noticeTone(notice) === 'done' ? 'success' : 'info';
    // A booking draft may contain details of the account that has just signed out.
    if (SIGNED_OUT.has(notice)) clearDraft();
    if (SIGNED_OUT.has(notice) || SIGNED_IN.has(notice)) {
      storeToast(words, type, lasts);
      // Back must not lead to the page of a used link.
      if (SIGNED_IN.has(notice)) location.replace(redirect);
      else location.assign(redirect);
      return true;
    }
    router.options.context.queryClient.clear();
    router.clearCache();
    const isHere = new URL(redirect, location.href).pathname === location.pathname;
    if (!lasts) toast(words, type);
    if (isHere) await reloadInPlace(router);
    else await router.navigate({ href: redirect });
    if (lasts && !isHere) {
      const dismiss = toast(words, type, true);
      const end = router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
        if (!pathChanged) return;
        dismiss();
        end();
      });
    }
    return !isHere;
  };
}

/** Without scrolling: the router scrolls to the top after it has rendered. */
export async function reloadInPlace(router: AnyRouter): Promise<void> {
  let place: ScrollToOptions = {};
  const ends = [
    router.subscribe('onResolved', () => {
      place = { left: scrollX, top: scrollY, behavior: 'instant' };
    }),
    router.subscribe('onRendered', () => scrollTo(place)),
  ];
  await router.invalidate();
  for (const end of ends) end();
}
