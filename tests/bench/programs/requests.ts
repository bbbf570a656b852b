import { PRICE_CENTS } from '#shared/booking/session-type.ts';
import { randomUUIDv7 } from 'node:crypto';
import { addDays, type CivilDate } from '#shared/civil-date.ts';
import { rpcPath } from '#shared/calls/rpc.ts';
import { PERSONAL } from '../holdings.ts';

/** What is asked for, over and over. */
export type RequestKind =
  | { readonly kind: 'page'; readonly path: string }
  /** What can be booked from a date on. */
  | { readonly kind: 'look'; readonly date: CivilDate }
  /** Half days from a date on, each another slot. */
  | { readonly kind: 'hold'; readonly firstDate: CivilDate }
  /** One slot, again and again. */
  | { readonly kind: 'same-slot'; readonly date: CivilDate }
  /** One of each in turn. */
  | { readonly kind: 'mixed'; readonly of: readonly RequestKind[] };

/** As Chromium sends them: some answers differ for robots. */
const BROWSER = [
  'user-agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Safari/537.36',
  'accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'accept-encoding: gzip, deflate, br, zstd',
  'accept-language: en-US,en;q=0.9',
  'sec-fetch-site: same-origin',
].join('\r\n');

function hold(date: CivilDate, claim: 'am' | 'pm'): string {
  const details = { service: 'half-day', date, claim, area: 'Ventura', tasks: ['tv-mounting', 'door-repairs'] };
  return JSON.stringify({ ...details, ...PERSONAL, price: PRICE_CENTS['half-day'], key: randomUUIDv7() });
}

function lookPath(from: CivilDate): string {
  const payload = JSON.stringify({ from, to: addDays(from, 30) });
  return `${rpcPath('availability')}?payload=${encodeURIComponent(payload)}`;
}

/** The bytes of the request with this number. */
export function requestsOf(what: RequestKind, port: number): (index: number) => string {
  if (what.kind === 'mixed') {
    const each = what.of.map((kind) => requestsOf(kind, port));
    return (index) => each[index % each.length]!(Math.floor(index / each.length));
  }
  const host = `host: 127.0.0.1:${port}\r\n${BROWSER}`;
  if (what.kind === 'page' || what.kind === 'look') {
    const path = what.kind === 'page' ? what.path : lookPath(what.date);
    const text = `GET ${path} HTTP/1.1\r\n${host}\r\n\r\n`;
    return () => text;
  }
  const head = `POST ${rpcPath('hold')} HTTP/1.1\r\n${host}\r\ncontent-type: application/json\r\nx-forwarded-for: `;
  const post = (index: number, body: string) =>
    `${head}${network(index)}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
  if (what.kind === 'same-slot') return (index) => post(index, hold(what.date, 'am'));
  const { firstDate } = what;
  return (index) => post(index, hold(addDays(firstDate, index >> 1), index % 2 === 0 ? 'am' : 'pm'));
}

/** Each its own network, for a server that listens to a proxy: one has few holds standing. */
export function network(index: number): string {
  return `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`;
}
