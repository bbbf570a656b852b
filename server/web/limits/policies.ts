type CountedBy = 'network' | 'network and address' | 'account' | 'mailbox' | 'booking or mailbox';

interface Policy {
  /** The words of its row in `docs/operating.md`. */
  readonly what: string;
  readonly by: CountedBy;
  readonly burst: number;
  readonly perMinute: number;
}

/** Bursts allow for people who share a network; the rates stop programs that guess. */
export const POLICIES = {
  /** Holds are never deleted, so the rate bounds the growth of the log. */
  hold: { what: 'holding a time', by: 'network', burst: 120, perMinute: 2 },
  changePlans: { what: 'moving or canceling a visit', by: 'network', burst: 60, perMinute: 30 },
  /** By the booking for a caller who can read its mailbox, else by its mailbox. */
  move: { what: 'mail about a moved visit', by: 'booking or mailbox', burst: 10, perMinute: 0.1 },
  correct: { what: 'mail about corrected details', by: 'booking or mailbox', burst: 5, perMinute: 0.1 },
  photo: { what: 'sending a photo', by: 'network', burst: 60, perMinute: 6 },
  lookUp: { what: 'reading a booking, signed out', by: 'network', burst: 240, perMinute: 120 },
  ownPages: { what: 'reading, signed in', by: 'account', burst: 240, perMinute: 120 },
  paymentReturn: { what: 'returning from paying', by: 'network', burst: 60, perMinute: 30 },
  /** The provider retries a refused notice, and reconciliation finds what it misses. */
  webhook: { what: 'notices of providers', by: 'network', burst: 1200, perMinute: 1200 },
  signIn: { what: 'wrong sign-ins', by: 'network', burst: 60, perMinute: 20 },
  /** Not by the address alone: guesses must not use up the points of the account's customer. */
  signInAddress: { what: 'wrong sign-ins to one account', by: 'network and address', burst: 15, perMinute: 0.2 },
  /** The session may be stolen. */
  ownPassword: { what: 'entering own password, wrong', by: 'account', burst: 15, perMinute: 0.2 },
  register: { what: 'registering', by: 'network', burst: 20, perMinute: 0.5 },
  forgotPassword: { what: 'asking for a mailed link', by: 'network', burst: 60, perMinute: 10 },
  /** Beyond the limit, the response is the same as if mail had been sent. */
  mailbox: { what: 'mail that strangers request', by: 'mailbox', burst: 5, perMinute: 1 / 60 },
  ownMail: { what: 'mail about the own account', by: 'account', burst: 5, perMinute: 0.5 },
  ownChanges: { what: 'changing the own account', by: 'account', burst: 30, perMinute: 2 },
  exportData: { what: 'downloading the own data', by: 'account', burst: 10, perMinute: 1 },
  administer: { what: 'changes by an admin', by: 'account', burst: 120, perMinute: 30 },
  vitals: { what: 'reports of page speed', by: 'network', burst: 30, perMinute: 10 },
  consent: { what: 'answers about analytics', by: 'network', burst: 60, perMinute: 30 },
  /** A secret link can't be guessed, and its holder must get in. */
  link: { what: 'opening a secret link', by: 'network', burst: 60, perMinute: 20 },
} as const satisfies Record<string, Policy>;

export type PolicyName = keyof typeof POLICIES;

export type PolicyBy<By extends CountedBy> = {
  [Name in PolicyName]: (typeof POLICIES)[Name]['by'] extends By ? Name : never;
}[PolicyName];
