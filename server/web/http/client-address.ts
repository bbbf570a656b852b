import { isIP } from 'node:net';
import type { Context } from 'hono';
import ipaddr from 'ipaddr.js';
import type { TrustedProxy } from '../../process/config-variables.ts';

/** A network that a client belongs to, as limits count it. */
export interface Network {
  /** `203.0.113.7` and `203.0.113.0/24`, or `2001:db8:1:2::/64` and wider. */
  readonly name: string;
  /** Its allowance as a multiple of that of the narrowest network: more customers share it. */
  readonly allowance: number;
}

/** A client's networks, narrowest first; empty for a call of the process itself, which no limit counts. */
export type Networks = readonly Network[];

interface Width {
  /** Length of the common prefix in whole bytes. */
  readonly bytes: number;
  readonly allowance: number;
}

/** /32 and /24: an address may be a household or the customers of a phone company; its neighbors belong to one provider. */
const IPV4_WIDTHS: readonly Width[] = [
  { bytes: 4, allowance: 1 },
  { bytes: 3, allowance: 8 },
];

/** /64, /56 and /48: a household gets a /64 or all 256 of a /56; a company, or an attacker's machine, gets a /48. */
const IPV6_WIDTHS: readonly Width[] = [
  { bytes: 8, allowance: 1 },
  { bytes: 7, allowance: 2 },
  { bytes: 6, allowance: 8 },
];

/** The networks of a request's client. A header is trusted only when the configured proxy wrote it. */
export function clientNetworks(c: Context, proxy: TrustedProxy | null): Networks {
  const incoming = (c.env as { incoming?: { socket: { remoteAddress?: string } } } | undefined)?.incoming;
  if (!incoming) return [];
  const told = proxy === null ? undefined : addressFrom(c, proxy);
  return networksOf(told ?? incoming.socket.remoteAddress ?? 'gone');
}

function addressFrom(c: Context, proxy: TrustedProxy): string | undefined {
  // Of a list, only the last entry was written by the trusted proxy; the client may have sent the others.
  const value = proxy === 'fly' ? c.req.header('fly-client-ip') : c.req.header('x-forwarded-for')?.split(',').at(-1);
  const address = withoutPort(value?.trim() ?? '');
  return isIP(address) === 0 ? undefined : address;
}

/** The address in `203.0.113.7:5678`, `[2001:db8::1]:443` and `[2001:db8::1]`: some proxies add the client's port. */
function withoutPort(text: string): string {
  const { v4, v6 } =
    /^(?:(?<v4>[\d.]+):\d{1,5}|\[(?<v6>[\da-f.]*:[\da-f:.]*)\](?::\d{1,5})?)$/i.exec(text)?.groups ?? {};
  return v4 ?? v6 ?? text;
}

/** An address's networks, narrowest first. IPv4-mapped IPv6 counts as IPv4; an invalid address is a network of its own. */
export function networksOf(address: string): Networks {
  if (isIP(address) === 0) return [{ name: address, allowance: 1 }];
  // An IPv6 address may contain a zone (interface) name, at which the parser throws.
  const parsed = ipaddr.process(address.replace(/%.*$/, ''));
  const widths = parsed.kind() === 'ipv4' ? IPV4_WIDTHS : IPV6_WIDTHS;
  const whole = parsed.toByteArray();
  return widths.map(({ bytes, allowance }) => {
    const first = ipaddr.fromByteArray(whole.map((byte, index) => (index < bytes ? byte : 0))).toString();
    return { name: bytes === 4 ? first : `${first}/${bytes * 8}`, allowance };
  });
}
