/**
 * The life of one account. Personal data (name, addresses, phone), which must be forgotten with the account, is encrypted under
 * its person's key. Passwords, sign-in sessions and the tokens of mailed links are stored only in the vault.
 */
import type { Stream } from '../event.ts';
import { type EventsOf, factsOf, stream } from '../stream.ts';

/** The personal data given at registration. */
export interface AccountPerson {
  readonly name: string;
  readonly email: string;
}

/** Profile details; an empty string where the owner gave none. */
export interface ProfileDetails {
  readonly name: string;
  readonly phone: string;
  readonly address: string;
  readonly area: string;
}

/** Which of the two addresses of a change of address. */
export type Side = 'new' | 'old';

/** A change of address whose links have not all been used. */
export interface PendingEmailChange {
  readonly change: string;
  readonly missing: readonly Side[];
  /** In milliseconds. */
  readonly askedAt: number;
}

export interface Account {
  readonly status: 'active' | 'disabled' | 'deleted';
  readonly person: string;
  readonly isVerified: boolean;
  /** Revision of its last event. */
  readonly revision: number;
  /** Revisions of the events that set, confirmed or removed an address, so that only these need to be read. */
  readonly addressEvents: readonly number[];
  readonly isFirst: boolean;
  readonly emailChange: PendingEmailChange | null;
  /** When mail of a kind was last requested, in milliseconds; null when never. */
  readonly asked: Readonly<Record<MailKind, number | null>>;
}

/** Kinds of mail that visitors can request repeatedly. */
export type MailKind = 'verification' | 'reset' | 'warning' | 'change';

/** Null before registration. */
export type AccountState = Account | null;

function asked(account: Account, kind: MailKind, at: number): Account {
  return { ...account, asked: { ...account.asked, [kind]: at } };
}

interface Registered {
  readonly person: string;
  /** Whether it was the first account of all: it may sign in before its address is confirmed. */
  readonly isFirst: boolean;
  /** When the link that confirms the address was requested, in milliseconds. */
  readonly askedAt: number;
  readonly personal: AccountPerson;
}

/** Upcaster: version 1 did not store when the confirmation link was requested. */
function askedLongAgo(data: unknown): unknown {
  return { ...(data as object), askedAt: 0 };
}

interface AddressChangeRequested {
  /** Id of this change; its mailed links are valid for no other. */
  readonly change: string;
  /** Whether the current address must confirm the change too. */
  readonly asksOld: boolean;
  /** Whether the new address belongs to another account: no link is sent, and that account's owner is warned. */
  readonly isTaken: boolean;
  readonly askedAt: number;
  readonly person: string;
  readonly personal: { readonly email: string };
}

interface AddressChanged {
  readonly change: string;
  readonly person: string;
  readonly personal: { readonly email: string; readonly previous: string };
}

interface Deleted {
  readonly person: string;
  /**
   * Ids of guest bookings made with its addresses; their personal data is forgotten too. Its own bookings are found by account
   * id; early deletions list them here as well.
   */
  readonly bookings: readonly string[];
}

interface Asked {
  readonly askedAt: number;
}

const { first, fact } = factsOf<Account>();

/** One entry for each event. */
const accountFacts = {
  AccountRegistered: first<Registered>(
    { isPersonal: true, upcasts: [askedLongAgo] },
    (_, { person, isFirst, askedAt }) => ({
      status: 'active',
      person,
      isVerified: false,
      revision: 0,
      addressEvents: [],
      isFirst,
      emailChange: null,
      asked: { verification: askedAt, reset: null, warning: null, change: null },
    }),
  ),
  RegistrationRepeated: fact<Asked>((account, { askedAt }) => asked(account, 'warning', askedAt)),
  /** Only older logs contain this event: the server mailed a warning about guessed passwords. */
  SignInAttackNoticed: fact<Asked>((account) => account),
  /** `by`: the admin who asked for the link; without it, the account's holder or a repeated registration. */
  VerificationRequested: fact<Asked & { readonly by?: string }>((account, { askedAt }) =>
    asked(account, 'verification', askedAt),
  ),
  EmailVerified: fact<{ readonly by: 'link' | 'reset' }>((account) => ({ ...account, isVerified: true })),
  ProfileChanged: fact<{ readonly person: string; readonly personal: ProfileDetails }>(
    { isPersonal: true },
    (account) => account,
  ),
  EmailChangeRequested: fact<AddressChangeRequested>({ isPersonal: true }, (account, { change, asksOld, askedAt }) => ({
    ...asked(account, 'change', askedAt),
    emailChange: { change, missing: asksOld ? ['new', 'old'] : ['new'], askedAt },
  })),
  EmailChangeConfirmed: fact<{ readonly change: string; readonly side: Side }>((account, { change, side }) => {
    const { emailChange } = account;
    // Older logs may contain this event after a password change.
    if (emailChange?.change !== change) return account;
    const missing = emailChange.missing.filter((each) => each !== side);
    return { ...account, emailChange: { ...emailChange, missing } };
  }),
  EmailChanged: fact<AddressChanged>({ isPersonal: true }, (account) => ({
    ...account,
    isVerified: true,
    emailChange: null,
  })),
  EmailChangeWithdrawn: fact<{ readonly change: string }>((account) => ({ ...account, emailChange: null })),
  PasswordResetRequested: fact<Asked>((account, { askedAt }) => asked(account, 'reset', askedAt)),
  /** A password change invalidates every link mailed before it. */
  PasswordChanged: fact<{ readonly by: 'owner' | 'reset' }>((account) => ({ ...account, emailChange: null })),
  AccountDisabled: fact<{ readonly by: string }>((account) => ({ ...account, status: 'disabled' })),
  AccountEnabled: fact<{ readonly by: string }>((account) => ({ ...account, status: 'active' })),
  /** An admin ended all its sign-in sessions. */
  SignedOutEverywhere: fact<{ readonly by: string }>((account) => account),
  /** The account's secret calendar address was made, or made anew. */
  CalendarFeedMade: fact<{ readonly by: string }>((account) => account),
  CalendarFeedRemoved: fact<{ readonly by: string }>((account) => account),
  AccountDeleted: fact<Deleted>((account) => ({ ...account, status: 'deleted', emailChange: null })),
};

export type AccountEvent = EventsOf<typeof accountFacts>;
export type AccountEventOf<Type extends AccountEvent['type']> = Extract<AccountEvent, { type: Type }>;

/** The events that set, confirm or remove an address of an account. */
const ADDRESS_EVENTS = ['AccountRegistered', 'EmailVerified', 'EmailChanged'] as const;

export type AddressEvent = AccountEventOf<(typeof ADDRESS_EVENTS)[number]>;

/** Stores the revision of an event in the account, and in `addressEvents` if it changes an address. */
function withPlaceOf(event: AccountEvent, account: Account): Account {
  const revision = account.revision + 1;
  if (!ADDRESS_EVENTS.some((type) => type === event.type)) return { ...account, revision };
  return { ...account, revision, addressEvents: [...account.addressEvents, revision] };
}

const declared = stream('account', null as AccountState, accountFacts);

export const accountType: typeof declared = {
  ...declared,
  evolve(state, event) {
    const account = declared.evolve(state, event);
    return account && withPlaceOf(event, account);
  },
};

export function accountStream(id: string): Stream<AccountState, AccountEvent> {
  return { name: `account-${id}`, type: accountType };
}

/** The stream of an account whose id was just generated. */
export function newAccountStream(id: string): Stream<AccountState, AccountEvent> {
  return { ...accountStream(id), isNew: true };
}

/** The account a stream belongs to. */
export function accountOf(stream: string): string {
  return stream.slice(accountType.category.length + 1);
}

/**
 * Whether its owner may sign in: it is neither disabled nor deleted, and its address is confirmed (or it was the first account).
 */
export function maySignIn(account: AccountState): boolean {
  return account?.status === 'active' && (account.isVerified || account.isFirst);
}
