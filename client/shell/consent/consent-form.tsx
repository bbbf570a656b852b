import { CONSENT_PATH, type TagManager } from '#shared/measuring/consent.ts';
import { textLinkClass, buttonClass } from '../../components/page.tsx';
import { useLocation } from '@tanstack/react-router';

/**
 * Both buttons look the same. `tagManager`: loaded into this page by the measuring script; otherwise the page is loaded again.
 */
export function ConsentForm({ tagManager }: { readonly tagManager?: string }) {
  const page = useLocation({ select: ({ href }) => href });
  return (
    <form method="post" action={CONSENT_PATH} data-tag-manager={tagManager} className="flex flex-wrap gap-3">
      {/* A secret may have been removed from the address before hydration. */}
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

/** On every page until it is answered. */
export function ConsentBanner({ tagManager }: { readonly tagManager: TagManager }) {
  if (tagManager.consent !== 'open') return null;
  return (
    <section aria-labelledby="consent-title" className="consent-banner no-print">
      <div className="wrap">
        <div className="max-w-prose">
          <h2 id="consent-title" className="text-lg">
            Can Google count your visit?
          </h2>
          <p className="text-sm">
            It tells us which pages people find useful, and it sets cookies. Everything works the same either way.{' '}
            <a href="/legal/privacy#choice" className={textLinkClass}>
              What that means
            </a>
          </p>
        </div>
        <ConsentForm tagManager={tagManager.id} />
      </div>
    </section>
  );
}
