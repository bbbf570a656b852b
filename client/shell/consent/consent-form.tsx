import { useLocation } from '@tanstack/react-router';
import { CONSENT_PATH } from '#shared/measuring/consent.ts';
import { buttonClass } from '../../components/button.tsx';

/**
 * Accept and Reject, which look the same. Without script the form leads back to its page. `tagManager`: the container that the
 * measuring script loads into this page when it is accepted; without it the page is loaded again.
 */
export function ConsentForm({ tagManager }: { readonly tagManager?: string }) {
  const page = useLocation({ select: ({ href }) => href });
  return (
    <form method="post" action={CONSENT_PATH} data-tag-manager={tagManager} className="flex flex-wrap gap-3">
      {/* A secret may have been removed from the address before the page was hydrated. */}
      <input type="hidden" name="page" value={page} suppressHydrationWarning />
      <button type="submit" name="answer" value="accepted" className={`${buttonClass()} min-w-32`}>
        Accept
      </button>
      <button type="submit" name="answer" value="rejected" className={`${buttonClass()} min-w-32`}>
        Reject
      </button>
    </form>
  );
}
