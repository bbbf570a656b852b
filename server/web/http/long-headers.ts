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

/** Answers a request with 431 when one of its headers is longer than any client of this site needs. Returns whether it did. */
export function refuseLongHeader(request: IncomingMessage, response: ServerResponse): boolean {
  for (const [name, value] of Object.entries(request.headers)) {
    if (MAY_BE_LONG.has(name) || (value?.length ?? 0) <= LONGEST_HEADER) continue;
    response.writeHead(431, { connection: 'close', 'content-type': 'text/plain; charset=utf-8' });
    response.end(`The header ${name} is too long.`);
    return true;
  }
  return false;
}
