import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll } from 'vitest';

/** A request as it reached the provider. */
export interface SentRequest {
  readonly key: string | null;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
}

/** A response that replaces the usual one. */
export type Answer = () => Response | Promise<Response>;

/** A response for a request body; null for the usual response. */
type Failure = (body: SentRequest['body']) => Answer | null;

/** An error response. */
export function says(statusCode: number, name: string, headers: Record<string, string> = {}): Answer {
  // Real ones quote the address.
  const body = { statusCode, name, message: `Invalid \`to\` field: ada@example.com (${name})` };
  return () => HttpResponse.json(body, { status: statusCode, headers });
}

export const unreachable: Answer = () => HttpResponse.error();

export const nonsense =
  (status: number): Answer =>
  () =>
    HttpResponse.html('<html><h1>Just a moment</h1></html>', { status });

/**
 * A fake of Resend's API for sending mail, after its documentation: a repeated key returns the same id for 24 hours, and a key with
 * another body is refused. While a test that calls this runs, no other host can be reached.
 */
export function resendApi() {
  const server = setupServer();
  const requests: SentRequest[] = [];
  const answers: Answer[] = [];
  const accepted = new Map<string, { id: string; body: string }>();
  let failure: Failure = () => null;

  beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
  afterAll(() => server.close());
  afterEach(() => {
    server.resetHandlers();
    requests.length = 0;
    answers.length = 0;
    accepted.clear();
    failure = () => null;
  });

  function accept(key: string, body: string): Response {
    const known = accepted.get(key);
    if (known && known.body !== body) return says(409, 'invalid_idempotent_request')() as Response;
    const mail = known ?? { id: `mail-${accepted.size + 1}`, body };
    accepted.set(key, mail);
    return HttpResponse.json({ id: mail.id });
  }

  const handler = http.post('https://api.resend.com/emails', async ({ request }) => {
    const key = request.headers.get('idempotency-key');
    const text = await request.text();
    const body = JSON.parse(text) as SentRequest['body'];
    requests.push({ key, headers: request.headers, body });
    const answer = answers.shift() ?? failure(body);
    return answer ? answer() : accept(key ?? '', text);
  });

  return {
    requests,
    /** The number of accepted mails. */
    get mails(): number {
      return accepted.size;
    },
    /** Starts the API. Each response is this failure, unless it is null. */
    failing(answer: Failure): void {
      failure = answer;
      server.use(handler);
    },
    /** Starts the API with these responses first, in this order. */
    answering(...first: Answer[]): void {
      answers.push(...first);
      server.use(handler);
    },
  };
}
