import type { Secrets } from '#server/process/secrets.ts';
import { Cookies } from '#server/web/http/cookies.ts';
import { Sealer } from '#server/web/http/sealing.ts';

const NAMES = ['hold', 'links', 'flash'];

interface Site {
  readonly config: { readonly cookieSecrets: Secrets };
  readonly clock: { now(): number };
}

/** What the visitor of a test browser is in the middle of. */
export function stateOf(browser: { cookie(name: string): string | undefined }, { config, clock }: Site): Cookies {
  const header = NAMES.map((name) => `${name}=${browser.cookie(name) ?? ''}`).join('; ');
  return new Cookies(header, new Sealer(config.cookieSecrets), { isSecure: false, now: clock.now() });
}
