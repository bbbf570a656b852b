import { type Context, Hono } from 'hono';
import { ownAddress } from '#shared/account/account.ts';
import { canonicalPath } from '#shared/canonical-path.ts';
import { CONSENT_PATH, type TagManager, isConsentAnswer } from '#shared/measuring/consent.ts';
import type { Config } from '../../process/config.ts';
import { allowOnly, textResponse, seeOther } from '../http/responses.ts';
import { type Cookies, sendCookies } from '../http/cookies.ts';
import type { RequestVariables } from '../middleware/request-log.ts';
import type { RequestContext } from '../rpc/handler.ts';
import { readForm } from '../rpc/read-input.ts';

type Settings = Pick<Config, 'gtmId' | 'consent'>;

export function tagManagerFor(
  { gtmId: id, consent }: Settings,
  headers: Headers,
  cookies: Pick<Cookies, 'get'>,
): TagManager | null {
  if (id === null) return null;
  if (consent === 'off') return { id, consent: 'not-asked' };
  if (headers.get('sec-gpc') === '1') return { id, consent: 'browser-rejects' };
  return { id, consent: cookies.get('consent') ?? 'open' };
}

type Env = { Variables: RequestVariables };

interface Parts {
  readonly publicUrl: string;
  readonly contextOf: (c: Context<Env>) => Pick<RequestContext, 'cookies'>;
}

export function consentRoute({ publicUrl, contextOf }: Parts): Hono<Env> {
  const routes = new Hono<Env>();
  routes.post(CONSENT_PATH, async (c) => {
    const form = await readForm(c).catch(() => new URLSearchParams());
    const answer = form.get('answer');
    if (!isConsentAnswer(answer)) return textResponse(c, 'Choose “Accept” or “Reject”. Nothing was changed.', 400);
    const { cookies } = contextOf(c);
    cookies.set('consent', answer);
    c.header('cache-control', 'no-store');
    const url = ownAddress(form.get('page'), publicUrl);
    const response = seeOther(c, url ? canonicalPath(url.pathname) + url.search : '/');
    sendCookies(response.headers, cookies);
    return response;
  });
  routes.all(CONSENT_PATH, allowOnly('POST'));
  return routes;
}
