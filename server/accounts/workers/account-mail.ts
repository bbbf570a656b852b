import { LETTER_CAUSES } from '../letters/index.ts';
import type { AccountCause } from '../letters/letter.ts';
import type { WorkerDependencies } from '../../bookings/workers/dependencies.ts';
import { deliverAll } from '../../outside/mail/deliver-letters.ts';
import { follow } from '../../process/following/follower.ts';

/** The mail layout, loaded with the first mail, so that the start does not wait for it. */
const letters = () => import('../letters/letters-for.ts');

/**
 * Sends the mails about accounts, with a checkpoint of its own: strangers can request many, and these must not delay a customer's
 * booking confirmation. A refused mail is logged and dropped: any visitor can register with an address that does not exist, and
 * must not fill the owner's attention list.
 */
export const accountMail = follow<AccountCause, WorkerDependencies>({
  name: 'account-mail',
  types: LETTER_CAUSES,
  async handle(event, dependencies, attempt) {
    const { lettersFor } = await letters();
    await deliverAll(await lettersFor(event, dependencies), { event, about: event.stream }, dependencies, attempt);
  },
});
