import { type HasRoom, mailboxOf } from '../../web/limits/mailbox-room.ts';
import type { AccountContext } from '../context.ts';
import { isKnownFor } from '../signing-in/known-browser.ts';

/**
 * Counts mail to a mailbox that was requested by strangers, from all networks. Links to a new password and to bookings are
 * counted separately, so that other mail cannot block them. The response must not show whether mail was sent. Browsers that are
 * known for the account are not counted.
 */
export async function mailboxRoom(
  context: AccountContext,
  email: string,
  kind: 'reset' | 'links' | 'other',
): Promise<HasRoom> {
  const isKnown = await isKnownFor(context, email);
  const key = `${kind} ${mailboxOf(email)}`;
  return () => isKnown || context.limiter.waitKnown('mailbox', { key }) === 0;
}
