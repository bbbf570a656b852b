/** Whether the tag manager, and with it other sites, may learn of a visit. */

/**
 * `not-asked`: it is loaded for every visitor. The others are for a site that asks: no answer yet, the visitor's answer, or a
 * rejection by the browser's Global Privacy Control (`Sec-GPC: 1`), which no answer overrides.
 */
export type Consent = 'not-asked' | 'open' | 'accepted' | 'rejected' | 'browser-rejects';

export type ConsentAnswer = Extract<Consent, 'accepted' | 'rejected'>;

export function isConsentAnswer(value: unknown): value is ConsentAnswer {
  return value === 'accepted' || value === 'rejected';
}

export interface TagManager {
  /** Its container, `GTM-ABC1234`. */
  readonly id: string;
  readonly consent: Consent;
}

/** Whether the page that is sent loads it. */
export function isLoaded({ consent }: TagManager): boolean {
  return consent === 'not-asked' || consent === 'accepted';
}

/** Where the answer is posted. */
export const CONSENT_PATH = '/consent';

/** The origin of the tag manager. */
export const TAG_ORIGIN = 'https://www.googletagmanager.com';
