import { comparable } from '#shared/normalize-text.ts';
import type { RequestContext } from '../rpc/handler.ts';

/** Counts one mail, so call it only when there is mail to send. */
export type HasRoom = () => boolean;

export function mailIfRoom<Event>(events: readonly Event[], hasRoom: HasRoom): readonly Event[] {
  return events.length === 0 || hasRoom() ? events : [];
}

/** For limits: without `+` and what follows it, and at Google without dots. */
export function mailboxOf(email: string): string {
  const address = comparable(email);
  const at = address.lastIndexOf('@');
  const [name = ''] = address.slice(0, at).split('+', 1);
  const domain = address.slice(at + 1);
  if (domain !== 'gmail.com' && domain !== 'googlemail.com') return `${name}@${domain}`;
  return `${name.replaceAll('.', '')}@gmail.com`;
}

/** Links are counted apart, so that other mail can't block them. The response must not show whether mail was sent. */
export function mailboxRoom(
  { limiter }: Pick<RequestContext, 'limiter'>,
  email: string,
  kind: 'reset' | 'links' | 'other',
): HasRoom {
  return () => limiter.takePoint({ policy: 'mailbox', key: `${kind} ${mailboxOf(email)}` }) === 0;
}
