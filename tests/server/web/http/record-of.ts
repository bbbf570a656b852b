import { BrowserRecord } from '#server/web/http/browser-record.ts';
import { Cookies } from '#server/web/http/cookies.ts';
import { Sealer } from '#server/web/http/sealing.ts';

export const RECORD_COOKIES = ['browser0', 'browser1', 'browser2'];

interface Site {
  readonly config: { readonly cookieSecret: string };
  readonly clock: { now(): number };
}

/** The browser record of these cookies. */
export function recordIn(header: string, { config, clock }: Site): BrowserRecord {
  const sealer = new Sealer(config.cookieSecret);
  return new BrowserRecord(new Cookies(header, sealer, { isSecure: false, now: clock.now() }), sealer);
}

/** The browser record of a test browser. */
export function recordOf(browser: { cookie(name: string): string | undefined }, site: Site): BrowserRecord {
  return recordIn(RECORD_COOKIES.map((name) => `${name}=${browser.cookie(name) ?? ''}`).join('; '), site);
}
