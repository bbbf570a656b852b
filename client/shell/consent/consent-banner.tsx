import type { TagManager } from '#shared/measuring/consent.ts';
import { TextLink } from '../../components/text-link.tsx';
import { ConsentForm } from './consent-form.tsx';
import { useConsent } from './use-consent.ts';

/** The question whether the tag manager may be loaded, on every page until it is answered. */
export function ConsentBanner({ tagManager }: { readonly tagManager: TagManager }) {
  if (useConsent(tagManager) !== 'open') return null;
  return (
    <section aria-labelledby="consent-title" className="consent-banner no-print">
      <div className="wrap">
        <div className="max-w-prose">
          <h2 id="consent-title" className="text-lg">
            Can Google count your visit?
          </h2>
          <p className="text-sm">
            It tells us which pages people find useful, and it sets cookies. Everything works the same either way.{' '}
            <TextLink to="/legal/privacy" hash="choice">
              What that means
            </TextLink>
          </p>
        </div>
        <ConsentForm tagManager={tagManager.id} />
      </div>
    </section>
  );
}
