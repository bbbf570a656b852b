import type { IncomingMessage, ServerResponse } from 'node:http';

/** Characters of one header, also when it is sent in many lines: what is split or compared later stays cheap. */
export const LONGEST_HEADER = 2000;

/** Cookies have limits of their own, a referer repeats an address of up to the size of all headers, and this site reads none of the others. */
const MAY_BE_LONG = new Set([
  'cookie',
  'referer',
  // What proxies that check or trace their users add.
  'authorization',
  'baggage',
  'cf-access-jwt-assertion',
  'tracestate',
  'x-amzn-oidc-accesstoken',
  'x-amzn-oidc-data',
  'x-forwarded-client-cert',
  'x-goog-iap-jwt-assertion',
]);

/** Headers of a request: browsers send 25, and proxies add some. */
export const MOST_HEADERS = 100;

/** Answers a request with 431 when it has more or longer headers than any client of this site needs. Returns whether it did. */
export function refuseLongHeader(request: IncomingMessage, response: ServerResponse): boolean {
  const isLong = ([name, value]: [string, string | string[] | undefined]) =>
    !MAY_BE_LONG.has(name) && (value?.length ?? 0) > LONGEST_HEADER;
  const long = Object.entries(request.headers).find(isLong);
  if (!long && request.rawHeaders.length <= 2 * MOST_HEADERS) return false;
  response.writeHead(431, { connection: 'close', 'content-type': 'text/plain; charset=utf-8' });
  response.end(long ? `The header ${long[0]} is too long.` : 'The request has too many headers.');
  return true;
}
