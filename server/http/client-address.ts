import { isIP, isIPv4 } from 'node:net';
import type { Context } from 'hono';

/** The proxies in front of us whose word on the client's address can be taken. */
export const PROXIES = ['fly', 'forwarded-for'] as const;
export type TrustedProxy = (typeof PROXIES)[number];

/** What stands for the address of a call that came over no network: from the process itself. */
export const IN_PROCESS = 'in-process';

/**
 * Who is asking, as far as a network tells it: an IPv4 address, or the /64 of an IPv6 address, of which one household has
 * as many as it likes. What a header says counts only when it comes from a proxy that the configuration names.
 */
export function clientNetwork(c: Context, proxy: TrustedProxy | null): string {
  const incoming = (c.env as { incoming?: { socket: { remoteAddress?: string } } } | undefined)?.incoming;
  if (!incoming) return IN_PROCESS;
  const told = proxy === null ? undefined : addressFrom(c, proxy);
  return networkOf(told ?? incoming.socket.remoteAddress ?? 'gone');
}

function addressFrom(c: Context, proxy: TrustedProxy): string | undefined {
  // Of a list, only the last was written by our own proxy; the client may have sent the rest.
  const value = proxy === 'fly' ? c.req.header('fly-client-ip') : c.req.header('x-forwarded-for')?.split(',').at(-1);
  const address = value?.trim() ?? '';
  return isIP(address) === 0 ? undefined : address;
}

/** `203.0.113.7` for an IPv4 address, also when it is written as IPv6; `2001:db8:0:1::/64` for an IPv6 address. */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const [plain = ''] = address.toLowerCase().split('%');
  const embedded = plain.slice(plain.lastIndexOf(':') + 1);
  if (isIPv4(embedded) && /^(?:0*:)*:?(?:0*:)*ffff:/.test(plain)) return embedded;
  const [head = '', tail] = plain.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length - (embedded.includes('.') ? 1 : 0);
  const groups = [...before, ...Array.from({ length: Math.max(0, zeros) }, () => '0'), ...after];
  const first = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${first.join(':')}::/64`;
}
