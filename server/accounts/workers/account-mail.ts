import { LETTER_CAUSES } from '../letters/index.ts';
import type { AccountCause } from '../letters/letter.ts';
import type { WorkerDependencies } from '../../bookings/workers/dependencies.ts';
import { mailReturnOf } from '../../bookings/letters/returned-mail.ts';
import { type PartLetter, deliverAll } from '../../outside/mail/deliver-letters.ts';
import { follow } from '../../process/following/follower.ts';

/** The mail layout, loaded with the first mail, so that the start does not wait for it. */
const letters = () => import('../letters/letters-for.ts');

/**
 * Sends the mails about accounts, with a checkpoint of its own: strangers can request many, and these must not delay a customer's
 * booking confirmation. A refused mail is logged and dropped: any visitor can register with an address that does not exist, and
 * must not fill the owner's attention list. An address that bounced or complained gets no mail, not even a link to a new password,
 * because the provider wouldn't send it. The person can call the owner.
 */
export const accountMail = follow<AccountCause, WorkerDependencies>({
  name: 'account-mail',
  types: LETTER_CAUSES,
  async handle(event, dependencies, attempt) {
    const { lettersFor } = await letters();
    const sendable: PartLetter[] = [];
    for (const letter of await lettersFor(event, dependencies)) {
      const kind = await mailReturnOf(dependencies, letter.to);
      if (kind === null) sendable.push(letter);
      else dependencies.log.warn({ event: event.id, part: letter.part, kind }, 'mail not sent, address suppressed');
    }
    await deliverAll(sendable, { event, about: event.stream }, dependencies, attempt);
  },
});
