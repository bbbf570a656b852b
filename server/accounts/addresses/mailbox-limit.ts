import { comparable } from '#shared/comparable.ts';
import type { HasRoom } from '../../web/limits/mailbox-room.ts';
import type { AccountContext } from '../context.ts';
import { isKnownFor } from '../signing-in/known-browser.ts';

/**
 * Counts mail that strangers have sent to a mailbox, from any network. Links to a new password and to bookings are counted by themselves, so
 * that other mail cannot keep back the way in. The answer must be the same either way. Browsers that are known for the account are not counted.
 */
export function mailboxRoom(context: AccountContext, email: string, kind: 'reset' | 'links' | 'other'): HasRoom {
  const key = `${kind} ${comparable(email)}`;
  return () => isKnownFor(context, email) || context.limiter.wait('mailbox', { key }) === 0;
}
