import type { Rate } from './token-buckets.ts';

/** How often one thing may be asked for. What is left out has no limit. */
export interface Policy {
  /** By the client's narrowest network; each wider one has a multiple of it (`server/web/http/client-address.ts`). */
  readonly network?: Rate;
  /**
   * The same for what the request is about: an attacker's network uses up its own tries at an account, not the owner's. Few of a wider
   * network's customers ask for the same, so it has twice the allowance at most.
   */
  readonly networkAndSubject?: Rate;
  /** By what strangers cannot name: the account that is signed in, a signed cookie. */
  readonly key?: Rate;
  /** By all strangers together. Known customers are not in it, so that strangers cannot use up what they need. */
  readonly strangers?: Rate;
}

function rate(burst: number, perMinute: number): Rate {
  return { burst, perMinute };
}

/** Generous to people, who share networks and press buttons twice; narrow for programs that guess. */
export const POLICIES = {
  /** Booking a time; the key is the visitor's hold. Each hold is kept for ever, so the rate bounds the growth of the log. */
  hold: { network: rate(120, 6), key: rate(20, 3), strangers: rate(3000, 300) },
  /** Moving or cancelling a visit. */
  changePlans: { network: rate(60, 30) },
  /**
   * Moving a visit, which sends mail, counted only for callers who may move it; the key is the booking for a caller whose mailbox it is (a
   * mailed link, a confirmed address), and its mailbox for any other.
   */
  move: { key: rate(10, 0.1) },
  /** Reading what is known of a booking by its public id. */
  lookUp: { network: rate(240, 120) },
  /** Coming back from paying: an unknown checkout is asked for at the payment provider. */
  paymentReturn: { network: rate(60, 30), strangers: rate(600, 600) },
  /** The provider's notices: a refused one comes again, and reconciliation asks by itself. */
  webhook: { network: rate(1200, 1200) },
  /** Trying a password; the subject is the address that was typed: a network guesses 300 times a day at one, a /24 or /48 600 times. */
  signIn: { network: rate(60, 20), networkAndSubject: rate(15, 0.2), strangers: rate(600, 600) },
  /** The same from a browser that is known for an account: the key is that account, which can have any number of browsers. */
  signInAgain: { network: rate(60, 20), key: rate(15, 2) },
  /** Being asked for the password while signed in; the key is the account. */
  ownPassword: { network: rate(60, 20), key: rate(15, 2) },
  /** Registering, which sends mail to the address that was typed; a /24 or /48 sends 240 an hour. */
  register: { network: rate(20, 0.5), strangers: rate(240, 120) },
  /** Asking for a new password; the subject is the address that was typed. How much mail goes out is for `mailbox` to say. */
  forgotPassword: { network: rate(60, 10), networkAndSubject: rate(5, 0.5) },
  /** Mail that strangers ask for; the key is the mailbox. What is beyond is dropped, and answered as if it had been sent. */
  mailbox: { key: rate(5, 1 / 60) },
  /** Asking for a mail about one's own account while signed in; the key is the account. */
  ownMail: { network: rate(60, 10), key: rate(5, 0.5) },
  /** Changing what an account says, and ending its sign-in sessions; the key is the account. */
  ownChanges: { network: rate(120, 30), key: rate(30, 2) },
  /** Reading one's own account, visits and, as an admin, users; the key is the account. */
  ownPages: { key: rate(240, 120) },
  /** Taking all one's data along; the key is the account. */
  exportData: { key: rate(10, 1) },
  /** What admins do to accounts; the key is the admin's account. */
  administer: { network: rate(120, 30), key: rate(120, 30) },
  /** Showing the secret of a link: it cannot be guessed, and its holder must get in. */
  link: { network: rate(60, 20) },
} as const satisfies Record<string, Policy>;

export type PolicyName = keyof typeof POLICIES;

/** The policies that count by a key. */
export type KeyPolicyName = {
  [Name in PolicyName]: (typeof POLICIES)[Name] extends { readonly key: Rate } ? Name : never;
}[PolicyName];
