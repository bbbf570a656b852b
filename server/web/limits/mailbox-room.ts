import { comparable } from '#shared/normalize-text.ts';
import type { RequestContext } from '../rpc/handler.ts';

/** Whether one more mail may be sent to a mailbox; called only when one would be. Counts it. */
export type HasRoom = () => boolean;

/** Drops events that would send mail to a mailbox that has reached its limit. */
export function ifRoom<Event>(events: readonly Event[], hasRoom: HasRoom): readonly Event[] {
  return events.length === 0 || hasRoom() ? events : [];
}

/**
 * The mailbox of an address, for limits alone: whatever follows a `+` is the same mailbox, and so are Google's addresses with and
 * without dots. Some provider may keep `a+b` apart from `a`: then both share one limit.
 */
export function mailboxOf(email: string): string {
  const address = comparable(email);
  const at = address.lastIndexOf('@');
  const [name = ''] = address.slice(0, at).split('+', 1);
  const domain = address.slice(at + 1);
  if (domain !== 'gmail.com' && domain !== 'googlemail.com') return `${name}@${domain}`;
  return `${name.replaceAll('.', '')}@gmail.com`;
}

/**
 * Room for mail that strangers request. Links to a new password and to bookings are counted apart, so that other mail can't block
 * them. The response must not show whether mail was sent.
 */
export function mailboxRoom(
  { limiter }: Pick<RequestContext, 'limiter'>,
  email: string,
  kind: 'reset' | 'links' | 'other',
): HasRoom {
  return () => limiter.take({ policy: 'mailbox', key: `${kind} ${mailboxOf(email)}` }) === 0;
}
