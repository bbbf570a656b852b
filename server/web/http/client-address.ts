import { isIP } from 'node:net';
import type { Context } from 'hono';
import ipaddr from 'ipaddr.js';
import type { TrustedProxy } from '../../process/config-variables.ts';

const IPV6_BYTES = 7;

/** Null for the process's own calls, which no limit counts. Only the configured proxy's header is trusted. */
export function clientNetwork(c: Context, proxy: TrustedProxy | null): string | null {
  const incoming = (c.env as { incoming?: { socket: { remoteAddress?: string } } } | undefined)?.incoming;
  if (!incoming) return null;
  const forwarded = proxy === null ? undefined : addressFrom(c, proxy);
  return networkOf(forwarded ?? incoming.socket.remoteAddress ?? 'gone');
}

/** IPv4-mapped IPv6 counts as IPv4; an invalid address is a network of its own. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  // The parser throws at a zone.
  const parsed = ipaddr.process(address.replace(/%.*$/, ''));
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const first = parsed.toByteArray().map((byte, index) => (index < IPV6_BYTES ? byte : 0));
  return `${ipaddr.fromByteArray(first).toString()}/${IPV6_BYTES * 8}`;
}

function addressFrom(c: Context, proxy: TrustedProxy): string | undefined {
  // Only the last entry was written by the trusted proxy.
  const value = proxy === 'fly' ? c.req.header('fly-client-ip') : c.req.header('x-forwarded-for')?.split(',').at(-1);
  const address = withoutPort(value?.trim() ?? '');
  return isIP(address) === 0 ? undefined : address;
}

/** `203.0.113.7:5678`, `[2001:db8::1]:443`: some proxies add the client's port. */
function withoutPort(text: string): string {
  const { v4, v6 } =
    /^(?:(?<v4>[\d.]+):\d{1,5}|\[(?<v6>[\da-f.]*:[\da-f:.]*)\](?::\d{1,5})?)$/i.exec(text)?.groups ?? {};
  return v4 ?? v6 ?? text;
}
