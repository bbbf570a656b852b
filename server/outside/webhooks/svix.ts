import type { EndpointOut, Svix } from 'svix';
import type { Clock } from '../../process/clock.ts';
import { type WebhookEventType, type WebhookMessage, type WebhookProvider, WebhookRefused } from './port.ts';
import { judged, judgedForAll, statusOf } from './svix-answers.ts';

/** With its retries. The SDK retries after 5xx or no response, but not after 429 (SPEC.md section 9). */
const TIMEOUT_MS = 10_000;

/** The shortest time that Svix allows. */
const PORTAL_SECONDS = 3600;

const GROUP = 'booking';

const PAGE = 250;

const TOO_MANY = 429;
const CONFLICT = 409;
const NOT_FOUND = 404;

export interface SvixParts {
  readonly token: string;
  readonly serverUrl: string | null;
  readonly application: { readonly uid: string; readonly name: string };
  readonly clock: Pick<Clock, 'now'>;
  readonly timeoutMs?: number;
}

export class SvixWebhooks implements WebhookProvider {
  readonly name = 'svix';
  readonly #parts: SvixParts;
  #client: Promise<Svix> | null = null;

  constructor(parts: SvixParts) {
    this.#parts = parts;
  }

  publish(message: WebhookMessage, signal: AbortSignal): Promise<void> {
    return this.#call(signal, judged, (svix) => this.#create(svix, message));
  }

  prepare(types: readonly WebhookEventType[], signal: AbortSignal): Promise<void> {
    return this.#call(signal, judgedForAll, async (svix) => {
      await this.#createApplication(svix);
      for (const { name, description, schema } of types) {
        signal.throwIfAborted();
        await svix.eventType.upsert(name, { description, schemas: { 1: schema }, groupName: GROUP });
      }
    });
  }

  portal(signal: AbortSignal): Promise<string> {
    const { application } = this.#parts;
    return this.#call(signal, judgedForAll, async (svix) => {
      const access = await svix.authentication.appPortalAccess(application.uid, {
        application,
        expiry: PORTAL_SECONDS,
      });
      const { href, protocol } = new URL(access.url);
      if (!/^https?:$/.test(protocol)) throw new Error('the address of the portal is not a web address');
      return href;
    });
  }

  forget(ids: readonly string[], signal: AbortSignal): Promise<void> {
    const { uid } = this.#parts.application;
    return this.#call(signal, judgedForAll, async (svix) => {
      for (const id of ids) {
        signal.throwIfAborted();
        await svix.message.expungeContent(uid, id).catch((error: unknown) => {
          if (statusOf(error) !== NOT_FOUND) throw error;
        });
      }
    });
  }

  /** Creates the application first if it is missing. */
  async #create(svix: Svix, message: WebhookMessage): Promise<void> {
    const { uid } = this.#parts.application;
    const { id, type: eventType, payload } = message;
    for (let isCreated = false; ; isCreated = true) {
      try {
        await svix.message.create(uid, { eventId: id, eventType, payload }, { idempotencyKey: id });
        return;
      } catch (error) {
        if (statusOf(error) === CONFLICT) return this.#makeSureOf(svix, message);
        if (statusOf(error) !== NOT_FOUND || isCreated) throw error;
        await this.#createApplication(svix);
      }
    }
  }

  async #createApplication(svix: Svix): Promise<void> {
    try {
      await svix.application.getOrCreate(this.#parts.application);
    } catch (error) {
      throw judgedForAll(error, this.#parts.clock.now());
    }
  }

  /** Resends a message that was stored but never queued: it has no attempts, although an endpoint subscribes to it. */
  async #makeSureOf(svix: Svix, { id, type }: WebhookMessage): Promise<void> {
    const { uid } = this.#parts.application;
    const message = await svix.message.get(uid, id).catch((error: unknown) => {
      if (statusOf(error) !== NOT_FOUND) throw error;
      throw new WebhookRefused('other-application');
    });
    const attempts = await svix.messageAttempt.listByMsg(uid, message.id, { limit: 1 });
    if (attempts.data.length > 0) return;
    for (const endpoint of await endpointsOf(svix, uid)) {
      if (!receives(endpoint, type)) continue;
      const key = { idempotencyKey: `${id}:${endpoint.id}` };
      await svix.messageAttempt.resend(uid, message.id, endpoint.id, key).catch((error: unknown) => {
        if (statusOf(error) !== NOT_FOUND) throw error;
        throw new WebhookRefused('not-resent');
      });
    }
  }

  /** Rejects at once if the signal aborts, and leaves a running request to its timeout. */
  async #call<T>(
    signal: AbortSignal,
    verdict: (error: unknown, now: number) => Error,
    requests: (svix: Svix) => Promise<T>,
  ): Promise<T> {
    signal.throwIfAborted();
    this.#client ??= connect(this.#parts);
    const { promise: stopped, reject } = Promise.withResolvers<never>();
    const stop = () => reject(signal.reason as Error);
    signal.addEventListener('abort', stop, { once: true });
    try {
      const client = await this.#client;
      return await Promise.race([requests(client), stopped]);
    } catch (error) {
      signal.throwIfAborted();
      throw verdict(error, this.#parts.clock.now());
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }
}

/** Loaded with the first request, because it slows startup down. */
async function connect({ token, serverUrl, timeoutMs = TIMEOUT_MS }: SvixParts): Promise<Svix> {
  const sdk = await import('svix');
  return new sdk.Svix(token, {
    requestTimeout: timeoutMs,
    fetch: fetchReadably,
    ...(serverUrl !== null && { serverUrl }),
  });
}

/** Clear statuses, whether Svix or a proxy sent them. */
const CLEAR: ReadonlySet<number> = new Set([413, TOO_MANY]);

/**
 * The SDK throws a `SyntaxError` without status for an error page. No redirects, because they lead messages to another address.
 */
async function fetchReadably(...[url, init]: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetch(url, { ...init, redirect: 'manual' });
  const { status, headers } = response;
  const isJson = headers.get('content-type')?.includes('json') ?? false;
  if (isJson || !CLEAR.has(status)) return response;
  await response.body?.cancel();
  return Response.json({}, { status, headers });
}

async function endpointsOf(svix: Svix, uid: string): Promise<EndpointOut[]> {
  const endpoints: EndpointOut[] = [];
  for (let iterator: string | null = null; ;) {
    const page = await svix.endpoint.list(uid, { limit: PAGE, iterator });
    endpoints.push(...page.data);
    if (page.done || page.iterator === null) return endpoints;
    iterator = page.iterator;
  }
}

function receives({ disabled, eventTypes, channels }: EndpointOut, type: string): boolean {
  if (disabled || (channels && channels.length > 0)) return false;
  return !eventTypes || eventTypes.length === 0 || eventTypes.includes(type);
}
