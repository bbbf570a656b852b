/** The purpose of a link that is mailed. */
export type MailedPurpose = 'verify' | 'reset' | 'change-new' | 'change-old' | 'known-browser';

/** The purpose of a secret link of an account. */
export type LinkPurpose = MailedPurpose | 'calendar-feed';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const CENTURY_MS = 36_525 * DAY_MS;

/** How long the links of each purpose are valid. */
export const LINK_LIFE_MS: Readonly<Record<LinkPurpose, number>> = {
  verify: DAY_MS,
  'change-new': DAY_MS,
  'change-old': DAY_MS,
  reset: HOUR_MS,
  'known-browser': HOUR_MS,
  // Until it is replaced.
  'calendar-feed': CENTURY_MS,
};

/** What was stored while the clock was ahead by more than this has ended once the clock is right. */
const CLOCK_ERROR_MS = HOUR_MS / 2;

export interface LinkEnd {
  readonly purpose: LinkPurpose;
  readonly expires_at: number;
}

interface SignInSpan {
  readonly signed_in_at: number;
  readonly expires_at: number;
}

/** Whether a mailed link is valid. */
export function isLinkValid({ purpose, expires_at }: LinkEnd, now: number): boolean {
  return expires_at > now && expires_at <= now + LINK_LIFE_MS[purpose] + CLOCK_ERROR_MS;
}

/** Whether a sign-in session is valid. Its end depends on its beginning, and needs no limit of its own. */
export function isSignInValid({ signed_in_at, expires_at }: SignInSpan, now: number): boolean {
  return expires_at > now && signed_in_at <= now + CLOCK_ERROR_MS;
}
