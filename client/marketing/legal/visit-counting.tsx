import type { Consent, TagManager } from '#shared/measuring/consent.ts';
import { ConsentForm } from '../../shell/consent/consent-form.tsx';

const STATES: Readonly<Record<Exclude<Consent, 'not-asked'>, string>> = {
  open: 'You haven’t chosen yet, so nothing of it has been loaded.',
  accepted:
    'You accepted, so it’s loaded. If you change your mind, cookies that Google has set stay until you clear them.',
  rejected: 'You rejected it, so none of it is loaded.',
  'browser-rejects':
    'Your browser asks sites not to share your data (Global Privacy Control). We take that as a no, so none of it is loaded.',
};

/** What the tag manager does, what the visitor has chosen, and where the choice can be changed. */
export function VisitCounting({ tagManager }: { readonly tagManager: TagManager }) {
  const { consent } = tagManager;
  return (
    <>
      <p>
        Google Tag Manager and Google Analytics count visits for us. They learn which pages you open, how fast those
        were, that you clicked our email address, and that you booked: the length, the price, and the booking’s public
        number, but not your name, address, email, or anything you typed. Google also sees your network address and sets
        cookies of its own, such as _ga.
      </p>
      {consent === 'not-asked' ? (
        <p>
          It’s loaded on every page. A browser extension that blocks trackers keeps it out, and the site works without.
        </p>
      ) : (
        <>
          {Object.entries(STATES).map(([state, words]) => (
            <p key={state} data-consent-state={state} hidden={state !== consent}>
              {words}
            </p>
          ))}
          {consent === 'browser-rejects' ? null : (
            <ConsentForm {...(consent === 'open' && { tagManager: tagManager.id })} />
          )}
        </>
      )}
    </>
  );
}
