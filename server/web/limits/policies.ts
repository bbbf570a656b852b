import type { Rate } from '../../process/token-buckets.ts';

/** The rate of one kind of request. A limit that is left out does not apply. */
export interface Policy {
  /** By the client's narrowest network; each wider one has a multiple of it (`server/web/http/client-address.ts`). */
  readonly network?: Rate;
  /**
   * By network and subject together: an attacker's network uses up its own tries at an account, not the owner's. Few customers of
   * a wider network request the same subject, so it has at most twice the allowance.
   */
  readonly networkAndSubject?: Rate;
  /** By a key that strangers cannot name: the signed-in account, or a signed cookie. */
  readonly key?: Rate;
  /** By all strangers together. Known customers are not counted, so that strangers cannot use up their share. */
  readonly strangers?: Rate;
}

function rate(burst: number, perMinute: number): Rate {
  return { burst, perMinute };
}

/** Generous to people, who share networks and press buttons twice; narrow for programs that guess. */
export const POLICIES = {
  /** Booking a slot; the key is the visitor's hold. Holds are stored for ever, so the rate bounds the growth of the log. */
  hold: { network: rate(120, 2), key: rate(20, 3), strangers: rate(3000, 300) },
  /** Moving or cancelling a visit. */
  changePlans: { network: rate(60, 30) },
  /**
   * Moving a visit, which sends mail, counted only for callers who may move it. The key is the booking for a caller who can read
   * its mailbox (a mailed link, a confirmed address), and its mailbox for any other.
   */
  move: { key: rate(10, 0.1) },
  /**
   * Correcting the details of a visit, which sends mail to an address that its customer types. Counted for callers who may do so; a
   * key is the booking, another one the mailbox.
   */
  correct: { key: rate(5, 0.1) },
  /** Sending a photo of the job, which is two calls; without script, a form with some. The rate bounds what is stored for a day. */
  photo: { network: rate(60, 6), strangers: rate(600, 60) },
  /** Reading a booking by its public id. */
  lookUp: { network: rate(240, 120) },
  /** Returning from paying: an unknown checkout is queried at the payment provider. */
  paymentReturn: { network: rate(60, 30), strangers: rate(600, 600) },
  /** The provider's notices: a refused one is repeated, and reconciliation queries the provider itself. */
  webhook: { network: rate(1200, 1200) },
  /** Trying a password; the subject is the typed address: a network can guess 300 times a day at one, a /24 or /48 600 times. */
  signIn: { network: rate(60, 20), networkAndSubject: rate(15, 0.2), strangers: rate(600, 600) },
  /** Entering the password while signed in; the key is the account. */
  ownPassword: { network: rate(60, 20), key: rate(15, 2) },
  /** Registering, which sends mail to the typed address; a /24 or /48 can send 240 an hour. */
  register: { network: rate(20, 0.5), strangers: rate(240, 120) },
  /** Requesting a new password; the subject is the typed address. The number of mails is limited by `mailbox`. */
  forgotPassword: { network: rate(60, 10), networkAndSubject: rate(5, 0.5) },
  /**
   * Mail that strangers request; the key is the mailbox. Mail beyond the limit is dropped, and answered as if it had been sent.
   */
  mailbox: { key: rate(5, 1 / 60) },
  /** Requesting mail about the own account while signed in; the key is the account. */
  ownMail: { network: rate(60, 10), key: rate(5, 0.5) },
  /** Changing the own account, and ending its sign-in sessions; the key is the account. */
  ownChanges: { network: rate(120, 30), key: rate(30, 2) },
  /** Reading the own account, visits and, as an admin, users; the key is the account. */
  ownPages: { key: rate(240, 120) },
  /** Downloading all own data; the key is the account. */
  exportData: { key: rate(10, 1) },
  /** Changes by admins; the key is the admin's account. */
  administer: { network: rate(120, 30), key: rate(120, 30) },
  /** Reports of page speed, one a page at most. */
  vitals: { network: rate(30, 10), strangers: rate(600, 600) },
  /** Answering whether other sites may learn of a visit. */
  consent: { network: rate(60, 30) },
  /** Opening a secret link: it cannot be guessed, and its holder must get in. */
  link: { network: rate(60, 20) },
} as const satisfies Record<string, Policy>;

export type PolicyName = keyof typeof POLICIES;

/** The policies that count by a key. */
export type KeyPolicyName = {
  [Name in PolicyName]: (typeof POLICIES)[Name] extends { readonly key: Rate } ? Name : never;
}[PolicyName];
