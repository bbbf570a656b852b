import { useSyncExternalStore } from 'react';
import { type Consent, type TagManager, isConsentAnswer } from '#shared/measuring/consent.ts';
import { CONSENT_GIVEN } from '#shared/measuring/signals.ts';

function subscribe(listener: () => void): () => void {
  document.addEventListener(CONSENT_GIVEN, listener);
  return () => document.removeEventListener(CONSENT_GIVEN, listener);
}

/** The visitor's answer about the tag manager: as the server knew it, or as it was given in this document since. */
export function useConsent({ consent }: Pick<TagManager, 'consent'>): Consent {
  return useSyncExternalStore(
    subscribe,
    () => {
      const given = document.documentElement.dataset['consent'];
      return isConsentAnswer(given) ? given : consent;
    },
    () => consent,
  );
}
