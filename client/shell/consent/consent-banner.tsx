import type { TagManager } from '#shared/measuring/consent.ts';
import { textLinkClass } from '../../components/text-link.tsx';
import { ConsentForm } from './consent-form.tsx';

/** The question whether the tag manager may be loaded, on every page until it is answered. */
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
