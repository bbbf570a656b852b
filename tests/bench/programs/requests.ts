import { randomUUIDv7 } from 'node:crypto';
import { addDays, type CivilDate } from '#shared/civil-date.ts';
import { rpcPath } from '#shared/calls/rpc.ts';

/** What is asked for, over and over. */
export type RequestKind =
  | { readonly kind: 'page'; readonly path: string }
  /** A page by a newspaper's link, to which a social network adds an id for each visitor. */
  | { readonly kind: 'tagged-page'; readonly path: string }
  /** Half days from a date on, each another slot. */
  | { readonly kind: 'hold'; readonly firstDate: CivilDate; readonly price: number | undefined }
  /** One slot, again and again. */
  | { readonly kind: 'same-slot'; readonly date: CivilDate; readonly price: number | undefined };

/** As Chromium sends them: some answers differ for robots. */
export const BROWSER = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Safari/537.36',
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'accept-encoding': 'gzip, deflate, br, zstd',
  'accept-language': 'en-US,en;q=0.9',
  'sec-fetch-site': 'same-origin',
};

const PERSONAL = {
  name: 'Ada Reyes',
  email: 'ada.reyes@example.com',
  phone: '805 555 0142',
  address: '12 Anacapa Street, Apartment 3',
  notes: 'The gate code is 4417. Please ring twice.',
};

/** The date so many days from today, by the machine's clock in UTC. */
export function daysAhead(days: number): CivilDate {
  return addDays(new Date().toISOString().slice(0, 10) as CivilDate, days);
}

function holdBody(date: CivilDate, claim: 'am' | 'pm', price: number | undefined): string {
  const details = { service: 'half-day', date, claim, area: 'Ventura', tasks: ['tv-mounting', 'door-repairs'] };
  return JSON.stringify({ ...details, ...PERSONAL, price, key: randomUUIDv7() });
}

/** Holds the morning of a date from the network with this number. Resolves with the status. */
export async function holdMorning(
  origin: string,
  { date, index, price }: { readonly date: CivilDate; readonly index: number; readonly price: number | undefined },
): Promise<number> {
  const headers = {
    'content-type': 'application/json',
    'sec-fetch-site': 'same-origin',
    'x-forwarded-for': network(index),
  };
  const body = holdBody(date, 'am', price);
  const response = await fetch(origin + rpcPath('hold'), { method: 'POST', headers, body });
  await response.text();
  return response.status;
}

/** The bytes of the request with this number. */
export function requestsOf(what: RequestKind, port: number): (index: number) => string {
  const host = [`host: 127.0.0.1:${port}`, ...Object.entries(BROWSER).map((pair) => pair.join(': '))].join('\r\n');
  if (what.kind === 'page') {
    const text = `GET ${what.path} HTTP/1.1\r\n${host}\r\n\r\n`;
    return () => text;
  }
  if (what.kind === 'tagged-page') {
    const tags = `utm_source=paper&fbclid=${randomUUIDv7()}`;
    return (index) => `GET ${what.path}?${tags}.${index} HTTP/1.1\r\n${host}\r\n\r\n`;
  }
  const head = `POST ${rpcPath('hold')} HTTP/1.1\r\n${host}\r\ncontent-type: application/json\r\nx-forwarded-for: `;
  const post = (index: number, body: string) =>
    `${head}${network(index)}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
  if (what.kind === 'same-slot') return (index) => post(index, holdBody(what.date, 'am', what.price));
  const { firstDate, price } = what;
  return (index) => post(index, holdBody(addDays(firstDate, index >> 1), index % 2 === 0 ? 'am' : 'pm', price));
}

/** Each its own network, for a server that listens to a proxy: one has few holds standing. */
export function network(index: number): string {
  return `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`;
}
