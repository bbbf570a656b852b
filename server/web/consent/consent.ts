import { type ConsentAnswer, type TagManager, isConsentAnswer } from '#shared/measuring/consent.ts';
import type { Config } from '../../process/config.ts';
import type { Cookies } from '../http/cookies.ts';

/** The cookie with the visitor's answer. A page restored by Back reads it (`client/start/return.ts`). */
const COOKIE = 'consent';
const LIFE = { maxAgeSeconds: 180 * 24 * 60 * 60, isReadable: true };

type Settings = Pick<Config, 'gtmId' | 'consent'>;

/** The tag manager for the visitor who sent this request; null when none is set. */
export function tagManagerFor(
  { gtmId: id, consent }: Settings,
  headers: Headers,
  cookies: Pick<Cookies, 'get'>,
): TagManager | null {
  if (id === null) return null;
  if (consent === 'off') return { id, consent: 'not-asked' };
  if (headers.get('sec-gpc') === '1') return { id, consent: 'browser-rejects' };
  const answer = cookies.get(COOKIE);
  return { id, consent: isConsentAnswer(answer) ? answer : 'open' };
}

/** Stores the visitor's answer in their browser. */
export function storeConsent(cookies: Pick<Cookies, 'set'>, answer: ConsentAnswer): void {
  cookies.set(COOKIE, answer, LIFE);
}
