import type { Context } from 'hono';
import { deviceOf } from './accounts/signing-in/device.ts';
import { BrowserSignInSession } from './accounts/signing-in/sign-in-session.ts';
import { BrowserRecord } from './web/http/browser-record.ts';
import { type Networks, clientNetworks } from './web/http/client-address.ts';
import { Cookies } from './web/http/cookies.ts';
import type { Sealer } from './web/http/sealing.ts';
import type { RequestVariables } from './web/middleware/request-log.ts';
import { SendingPage } from './web/rpc/sending-page.ts';
import type { Services } from './services.ts';
import type { AccountContext } from './accounts/context.ts';
import { knownAs } from './accounts/signing-in/known-customer.ts';

/** A request, whose networks are looked up when they are first needed. A class: a getter of an object's own outlives its request for long. */
class SentRequest {
  readonly id: string;
  readonly page: SendingPage;
  readonly signal: AbortSignal;
  readonly #networksOf: () => Networks;

  constructor({ id, page, signal }: Pick<SentRequest, 'id' | 'page' | 'signal'>, networksOf: () => Networks) {
    this.id = id;
    this.page = page;
    this.signal = signal;
    this.#networksOf = networksOf;
  }

  get networks(): Networks {
    return this.#networksOf();
  }
}

/**
 * The context of a request's calls, for every area. `isUse` is false where only limits ask who sends the request: what they set in
 * cookies is sent with no response.
 */
export function requestContext(
  services: Services,
  sealer: Sealer,
  c: Context<{ Variables: RequestVariables }>,
  { isUse = true } = {},
): AccountContext {
  const isSecure = services.config.publicUrl.startsWith('https:');
  const cookies = new Cookies(c.req.header('cookie'), sealer, { isSecure, now: services.clock.now() });
  let networks: Networks | null = null;
  const networksOf = () => (networks ??= clientNetworks(c, services.config.trustedProxy));
  const device = () => deviceOf(c.req.header('user-agent') ?? '');
  const signIn = new BrowserSignInSession(services, cookies, { device, isUse });
  const context: AccountContext = {
    ...services,
    hashing: services.hashing.ofClient(() => networksOf().at(-1)?.name ?? null),
    request: new SentRequest(
      { id: c.get('requestId'), page: SendingPage.of(c.req.raw.headers, signIn), signal: c.req.raw.signal },
      networksOf,
    ),
    cookies,
    browser: new BrowserRecord(cookies, sealer),
    signIn,
    knownAs: () => knownAs(context),
    noteFailure: (error) => services.store.noteFailure(error),
  };
  return context;
}
