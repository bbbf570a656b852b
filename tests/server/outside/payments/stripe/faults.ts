import { HttpResponse, delay } from 'msw';

export type Respond = () => Promise<Response> | Response;

/** Faults of a call: no response, a broken connection, Stripe's own failure, and a page of another server. */
export const FAULTS = {
  'a timeout': async () => {
    await delay('infinite');
    return new HttpResponse();
  },
  'a 500': () =>
    HttpResponse.json({ error: { type: 'api_error', message: 'Sorry, sk_test_0123456789abcdef' } }, { status: 500 }),
  'a network error': () => HttpResponse.error(),
  'a page of HTML': () => HttpResponse.html('<h1>Welcome, ada@example.com</h1>'),
  'a page of HTML with status 404': () => HttpResponse.html('<h1>Not here</h1>', { status: 404 }),
  'a 404 about something else': () =>
    HttpResponse.json(
      { error: { type: 'invalid_request_error', message: 'Unrecognized request URL' } },
      { status: 404 },
    ),
  'JSON of something else': () => HttpResponse.json({ id: 'cs_test_1', object: 'ada@example.com' }),
  'nothing but null': () => HttpResponse.json(null),
} satisfies Record<string, Respond>;

/** Stripe's 429 response, with an optional Retry-After in seconds. */
export function tooManyRequests(seconds?: number): Respond {
  const error = { type: 'invalid_request_error', code: 'rate_limit', message: 'Slow down, ada@example.com' };
  const headers = { ...(seconds !== undefined && { 'retry-after': String(seconds) }) };
  return () => HttpResponse.json({ error }, { status: 429, headers });
}
