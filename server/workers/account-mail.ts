import { ACCOUNT_MAIL_CAUSES, type AccountMailEvent } from '../mail/account-mail.ts';
import { deliverAll } from './deliver-letters.ts';
import { follow } from './follower.ts';

/** The templates, loaded with the first mail: starting does not wait for them. */
const accountLetters = async () => (await import('../mail/account-letters.ts')).accountLetters;

/**
 * Sends the mails about accounts, in a line of their own: strangers can ask for many, and none of those delays a customer's confirmation.
 * One that is refused is reported and left: anybody can register with an address that does not exist, and the owner's attention list is
 * not theirs to fill.
 */
export const accountMail = follow<AccountMailEvent['type']>({
  name: 'account-mail',
  types: ACCOUNT_MAIL_CAUSES,
  async handle(event, dependencies, attempt) {
    const write = await accountLetters();
    await deliverAll(await write(event, dependencies), { event, about: event.stream }, dependencies, attempt);
  },
});
