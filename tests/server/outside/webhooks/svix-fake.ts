import { z } from 'zod';

/** A request as it reached Svix. */
export interface Asked {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly key: string | null;
  readonly token: string | null;
  readonly body: unknown;
}

export interface Endpoint {
  readonly id: string;
  readonly disabled?: boolean;
  readonly eventTypes?: readonly string[] | null;
  readonly channels?: readonly string[] | null;
}

export interface Message {
  readonly id: string;
  readonly eventId: string;
  readonly eventType: string;
  payload: unknown;
  /** Ids of the endpoints that it was delivered to, a repetition included. */
  readonly deliveries: string[];
}

/**
 * What goes wrong with a request: no connection, or one that is lost after Svix has done what was asked; no response, before or after that; an
 * error page of a proxy with a status; a status of Svix; a message that is stored, but not queued, because Svix's queue fails.
 */
export type Fault =
  | 'reset'
  | 'reset-after'
  | 'hang'
  | 'hang-after'
  | 'not-queued'
  | { readonly page: number; readonly headers?: Record<string, string> }
  | { readonly status: number; readonly code?: string; readonly headers?: Record<string, string> };

/** A response, or what happens to the connection instead. */
export type Reply = Response | 'reset' | 'hang';

const messageIn = z.object({ eventId: z.string(), eventType: z.string(), payload: z.unknown() });

/** A fake of Svix's API, after its documentation and the source of its server. `handle` answers a request. */
export class SvixFake {
  readonly asked: Asked[] = [];
  /** Names by uid. */
  readonly applications = new Map<string, string>();
  readonly eventTypes = new Map<string, unknown>();
  readonly messages: Message[] = [];
  endpoints: Endpoint[] = [{ id: 'ep_1' }];
  /** What goes wrong with a request; null for nothing. */
  fault: (asked: Asked) => Fault | null = () => null;
  /** Responses to POSTs that succeeded, for twelve hours. */
  readonly #responses = new Map<string, { readonly status: number; readonly body: unknown }>();

  async handle(request: Request): Promise<Reply> {
    const { pathname, search } = new URL(request.url);
    const text = await request.text();
    const asked = {
      method: request.method,
      path: pathname + search,
      key: request.headers.get('idempotency-key'),
      token: request.headers.get('authorization'),
      body: text === '' ? null : (JSON.parse(text) as unknown),
    };
    this.asked.push(asked);
    const fault = this.fault(asked);
    if (fault === 'reset' || fault === 'hang') return fault;
    if (typeof fault === 'object' && fault !== null) return failing(fault);
    const response = this.#once(asked, () => this.#route(asked, pathname, fault === 'not-queued'));
    if (fault === 'reset-after' || fault === 'hang-after') return fault.slice(0, -'-after'.length) as Reply;
    return response;
  }

  /** Twelve hours pass: idempotency keys are forgotten. */
  forgetKeys(): void {
    this.#responses.clear();
  }

  /** A POST with a key that has succeeded before gets the same response, and has no effect. */
  #once({ method, key, token, path }: Asked, act: () => [number, unknown]): Response {
    const name = method === 'POST' && key !== null ? `${token} ${key} ${path}` : null;
    const earlier = name === null ? undefined : this.#responses.get(name);
    if (earlier) return Response.json(earlier.body, { status: earlier.status });
    const [status, body] = act();
    if (name !== null && status < 300) this.#responses.set(name, { status, body });
    return status === 204 ? new Response(null, { status }) : Response.json(body, { status });
  }

  #route({ method, body }: Asked, path: string, isQueueDown: boolean): [number, unknown] {
    const [collection, name = '', part, id = '', ...rest] = path
      .slice('/api/v1/'.length)
      .split('/')
      .map((each) => decodeURIComponent(each));
    if (collection === 'event-type') {
      this.eventTypes.set(name, body);
      return [200, { name, ...(body as object), createdAt: AT, updatedAt: AT }];
    }
    if (collection === 'auth') return [200, { url: `https://app.svix.com/login#key=${part}`, token: 'secret' }];
    if (collection === 'app' && method === 'POST' && name === '') return this.#createApplication(body);
    const application = this.applications.get(name);
    if (application === undefined) return NOT_FOUND;
    if (part === undefined) return [200, applicationOut(name, application)];
    if (part === 'endpoint') return [200, { data: this.endpoints.map(endpointOut), done: true, iterator: null }];
    if (part === 'msg' && method === 'POST' && id === '') return this.#createMessage(body, isQueueDown);
    const message = this.messages.find((each) => each.id === (rest[0] ?? id) || [each.id, each.eventId].includes(id));
    if (!message) return NOT_FOUND;
    if (part === 'attempt') return [200, { data: message.deliveries.map(attemptOut), done: true, iterator: null }];
    if (method === 'DELETE') {
      message.payload = { expired: true };
      return [204, null];
    }
    if (method === 'GET') return [200, messageOut(message)];
    const endpoint = this.endpoints.find((each) => each.id === rest[1]);
    if (!endpoint) return NOT_FOUND;
    message.deliveries.push(endpoint.id);
    return [202, {}];
  }

  #createApplication(body: unknown): [number, unknown] {
    const { uid, name } = z.object({ uid: z.string(), name: z.string() }).parse(body);
    this.applications.set(uid, this.applications.get(uid) ?? name);
    return [201, applicationOut(uid, name)];
  }

  #createMessage(body: unknown, isQueueDown: boolean): [number, unknown] {
    const { eventId, eventType, payload } = messageIn.parse(body);
    if (this.messages.some((each) => each.eventId === eventId)) return [409, { code: 'conflict', detail: 'exists' }];
    const message: Message = { id: `msg_${this.messages.length + 1}`, eventId, eventType, payload, deliveries: [] };
    this.messages.push(message);
    if (isQueueDown) return [500, { code: 'server_error', detail: 'no queue' }];
    const receivers = this.endpoints.filter(
      ({ disabled, eventTypes, channels }) =>
        !disabled && !channels?.length && (eventTypes?.includes(eventType) ?? true),
    );
    message.deliveries.push(...receivers.map((endpoint) => endpoint.id));
    return [202, messageOut(message)];
  }
}

const AT = '2027-03-01T17:00:00Z';
const NOT_FOUND: [number, unknown] = [404, { code: 'not_found', detail: 'Entity not found' }];

function failing(fault: Exclude<Fault, string>): Response {
  const { headers = {} } = fault;
  if ('page' in fault) {
    const type = { 'content-type': 'text/html', ...headers };
    return new Response('<html><h1>Just a moment</h1></html>', { status: fault.page, headers: type });
  }
  // A real detail may quote the message.
  const body = { code: fault.code ?? 'error', detail: 'Invalid email: ada@example.com' };
  return Response.json(body, { status: fault.status, headers });
}

function applicationOut(uid: string, name: string) {
  return { id: `app_${uid}`, uid, name, metadata: {}, createdAt: AT, updatedAt: AT };
}

function endpointOut({ id, disabled = false, eventTypes = null, channels = null }: Endpoint) {
  const rest = { url: 'https://receiver.example', description: '', metadata: {}, createdAt: AT, updatedAt: AT };
  return { id, disabled, eventTypes, channels, ...rest };
}

function messageOut({ id, eventId, eventType }: Message) {
  return { id, eventId, eventType, payload: {}, timestamp: AT };
}

function attemptOut(endpointId: string, index: number) {
  return {
    id: `atmpt_${index}`,
    endpointId,
    msgId: '',
    url: 'https://receiver.example',
    response: '',
    responseStatusCode: 200,
    responseDurationMs: 1,
    status: 0,
    statusText: 'success',
    triggerType: 0,
    timestamp: AT,
  };
}
