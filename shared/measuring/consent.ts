/** `not-asked`: loaded for every visitor. `browser-rejects`: Global Privacy Control (`Sec-GPC: 1`), which no answer overrides. */
export type Consent = 'not-asked' | 'open' | 'accepted' | 'rejected' | 'browser-rejects';

export type ConsentAnswer = Extract<Consent, 'accepted' | 'rejected'>;

export function isConsentAnswer(value: unknown): value is ConsentAnswer {
  return value === 'accepted' || value === 'rejected';
}

export interface TagManager {
  readonly id: string;
  readonly consent: Consent;
}

export function isLoaded({ consent }: TagManager): boolean {
  return consent === 'not-asked' || consent === 'accepted';
}

export const CONSENT_PATH = '/consent';

export const TAG_ORIGIN = 'https://www.googletagmanager.com';
