import { LETTER_CAUSES } from '../letters/index.ts';
import type { AccountCause } from '../letters/letter.ts';
import type { WorkerDependencies } from '../../bookings/workers/dependencies.ts';
import { deliverAll } from '../../outside/mail/deliver-letters.ts';
import { follow } from '../../process/following/follower.ts';

/** What lays mails out, loaded with the first one: starting does not wait for it. */
const letters = () => import('../letters/letters-for.ts');

/**
 * Sends the mails about accounts, in a line of their own: strangers can ask for many, and none of those delays a customer's confirmation.
 * One that is refused is reported and left: anybody can register with an address that does not exist, and the owner's attention list is
 * not theirs to fill.
 */
export const accountMail = follow<AccountCause, WorkerDependencies>({
  name: 'account-mail',
  types: LETTER_CAUSES,
  async handle(event, dependencies, attempt) {
    const { lettersFor } = await letters();
    await deliverAll(await lettersFor(event, dependencies), { event, about: event.stream }, dependencies, attempt);
  },
});
