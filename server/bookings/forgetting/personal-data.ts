/**
 * Everything outside the log that holds personal data of customers and accounts. What is added to the product and keeps personal data
 * adds a line to `HOLDERS`.
 */
import { forgetCredentials } from '#db/queries/accounts/passwords.ts';
import { forgetManageLinks } from '#db/queries/bookings/manage-links.ts';
import type { Store } from '#db/store.ts';
import { accountStream } from '#events/account/account.ts';
import { bookingStream } from '#events/booking/booking.ts';
import type { Mailer } from '../../outside/mail/port.ts';

/** Who is forgotten. The persons are those of the bookings and accounts. */
export interface Forgotten {
  readonly persons: readonly string[];
  readonly bookings: readonly string[];
  readonly accounts: readonly string[];
}

/** What holds personal data. */
export interface PersonalDataHolders {
  readonly store: Pick<Store, 'forget' | 'db' | 'write' | 'cleanFiles'>;
  readonly mailer: Pick<Mailer, 'forget'>;
}

/**
 * Removes what one holder has of the forgotten. A crash repeats it, so removing what is not there is no error; what cannot be
 * removed now is thrown.
 */
type Remove = (holders: PersonalDataHolders, forgotten: Forgotten) => void | Promise<void>;

const HOLDERS: Readonly<Record<string, Remove>> = {
  /** The personal data of the log is encrypted with these. */
  keys: ({ store }, { persons }) => store.forget(persons),
  manageLinks: ({ store }, { bookings }) => store.write([forgetManageLinks(store.db, bookings)]),
  signIns: ({ store }, { accounts }) =>
    store.write(accounts.flatMap((account) => forgetCredentials(store.db, account))),
  mails: ({ mailer }, { bookings, accounts }) =>
    mailer.forget([
      ...bookings.map((id) => bookingStream(id).name),
      ...accounts.map((account) => accountStream(account).name),
    ]),
};

/** Removes the personal data of the forgotten from each holder. Files may contain its bytes until `cleanFiles`. */
export async function removePersonalData(holders: PersonalDataHolders, forgotten: Forgotten): Promise<void> {
  for (const remove of Object.values(HOLDERS)) await remove(holders, forgotten);
}
