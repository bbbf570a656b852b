import { randomUUIDv7 } from 'node:crypto';
import type { RequestOptions } from 'node:http';
import { addDays, type CivilDate } from '#shared/civil-date.ts';
import { rpcPath } from '#shared/calls/rpc.ts';
import { PRICE_CENTS } from '#tests/amounts.ts';

/** What is asked for, over and over. */
export type RequestKind =
  | { readonly kind: 'page'; readonly path: string; readonly cookie?: string }
  /** A page by a newspaper's link, to which a social network adds an id for each visitor. */
  | { readonly kind: 'tagged-page'; readonly path: string }
  /** Half days from a date on, each another slot. */
  | { readonly kind: 'hold'; readonly firstDate: CivilDate }
  /** One slot, again and again. */
  | { readonly kind: 'same-slot'; readonly date: CivilDate };

/** As Chromium sends them: some answers differ for robots. */
const BROWSER = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Safari/537.36',
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'accept-encoding': 'gzip, deflate, br, zstd',
  'accept-language': 'en-US,en;q=0.9',
  'sec-fetch-site': 'same-origin',
};

const DETAILS = {
  service: 'half-day',
  area: 'Ventura',
  tasks: ['tv-mounting', 'door-repairs'],
  name: 'Ada Reyes',
  email: 'ada.reyes@example.com',
  phone: '805 555 0142',
  address: '12 Anacapa Street, Apartment 3',
  notes: 'The gate code is 4417. Please ring twice.',
  price: PRICE_CENTS['half-day'],
};

/** The date so many days from today, by the machine's clock in UTC. */
export function daysAhead(days: number): CivilDate {
  return addDays(new Date().toISOString().slice(0, 10) as CivilDate, days);
}

export interface BenchRequest extends RequestOptions {
  readonly body?: string;
}

/** Each hold from its own network, for a server that listens to a proxy: one has few holds standing. */
function holdRequest(index: number, date: CivilDate, claim: 'am' | 'pm'): BenchRequest {
  const body = JSON.stringify({ ...DETAILS, date, claim, key: randomUUIDv7() });
  const network = `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`;
  const type = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  return { method: 'POST', path: rpcPath('hold'), headers: { ...BROWSER, ...type, 'x-forwarded-for': network }, body };
}

/** The request with a number. */
export function requestsOf(what: RequestKind): (index: number) => BenchRequest {
  if (what.kind === 'page') return () => ({ path: what.path, headers: { ...BROWSER, cookie: what.cookie ?? '' } });
  if (what.kind === 'tagged-page') {
    const tags = `utm_source=paper&fbclid=${randomUUIDv7()}`;
    return (index) => ({ path: `${what.path}?${tags}.${index}`, headers: BROWSER });
  }
  if (what.kind === 'same-slot') return (index) => holdRequest(index, what.date, 'am');
  return (index) => holdRequest(index, addDays(what.firstDate, index >> 1), index % 2 === 0 ? 'am' : 'pm');
}
