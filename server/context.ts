import type { Context } from 'hono';
import { FORM_TOKEN_HEADER } from '#shared/account/form-token.ts';
import { deviceOf, BrowserSignInSession } from './accounts/signing-in/sign-in-session.ts';
import { clientNetwork } from './web/http/client-address.ts';
import { Cookies } from './web/http/cookies.ts';
import { Sealer } from './web/http/sealing.ts';
import type { RequestVariables } from './web/middleware/request-log.ts';
import type { AccountContext, AccountServices } from './accounts/context.ts';
import type { HashingQueue } from './accounts/passwords/passwords.ts';
import type { BookingDependencies } from './bookings/dependencies.ts';
import { HoldGuard } from './bookings/buying/hold-guard.ts';
import type { Config } from './process/config.ts';
import { Limiter } from './web/limits/limiter.ts';
import type { Log } from './process/log.ts';
import type { MailNotices } from './outside/mail/mail-notices.ts';
import type { ObjectStorage } from './outside/storage/port.ts';

/** `isUse` is false if only limits ask, because cookies set then would be sent with no response. */
export function requestContext(
  services: Services,
  sealer: Sealer,
  c: Context<{ Variables: RequestVariables }>,
  { isUse = true } = {},
): AccountContext {
  const isSecure = services.config.publicUrl.startsWith('https:');
  const cookies = new Cookies(c.req.header('cookie'), sealer, { isSecure, now: services.clock.now() });
  const network = clientNetwork(c, services.config.trustedProxy);
  const device = () => deviceOf(c.req.header('user-agent') ?? '');
  const signIn = new BrowserSignInSession(services, cookies, { device, isUse });
  const sent = c.req.header(FORM_TOKEN_HEADER) ?? null;
  return {
    ...services,
    hashing: services.hashing.ofClient(network),
    request: { id: c.get('requestId'), network, formToken: sent, ending: new AbortController() },
    cookies,
    signIn,
    handleStorageError: (error) => services.store.handleStorageError(error),
  };
}

export interface Services extends AccountServices {
  readonly limiter: Limiter;
  readonly holdGuard: HoldGuard;
  readonly hashing: HashingQueue;
  readonly log: Log;
  readonly mailNotices: MailNotices;
  readonly storage: ObjectStorage;
}

interface Parts extends Pick<BookingDependencies, 'store' | 'clock'> {
  readonly config: Pick<Config, 'rateLimit' | 'cookieSecrets'>;
  /** Monotonic, in milliseconds. */
  readonly now?: () => number;
}

export function openGuards({ config, store, clock, now = () => performance.now() }: Parts) {
  const factor = config.rateLimit;
  const sealer = new Sealer(config.cookieSecrets);
  return { limiter: new Limiter({ factor, now }), holdGuard: new HoldGuard({ factor, store, clock, sealer }) };
}
