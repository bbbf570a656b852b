/**
 * The life of one account. What it may not outlive (name, addresses, phone) is sealed under its person's key; passwords,
 * sign-ins and the tokens of mailed links are in the vault alone and never here.
 */
import type { Stream } from './event.ts';
import { type EventsOf, factsOf, stream } from './stream.ts';

/** What is known of somebody when they register. */
export interface AccountPerson {
  readonly name: string;
  readonly email: string;
}

/** What the owner of an account tells of themselves; empty where they tell nothing. */
export interface ProfileDetails {
  readonly name: string;
  readonly phone: string;
  readonly address: string;
  readonly area: string;
}

/** Which of the two addresses of a change. */
export type Side = 'new' | 'old';

/** A change of address that waits for its links to be used. */
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
  /** Place of its last event in its stream. */
  readonly revision: number;
  /** Places of the events by which it got, confirmed or lost an address: they can be read without all the others. */
  readonly addressEvents: readonly number[];
  readonly isFirst: boolean;
  readonly emailChange: PendingEmailChange | null;
  /** When mail of a kind was last asked for, in milliseconds. */
  readonly asked: Readonly<Record<MailKind, number | null>>;
}

/** Mail that strangers or the impatient can ask for. */
export type MailKind = 'verification' | 'reset' | 'warning' | 'change' | 'attack';

/** Null before it was registered. */
export type AccountState = Account | null;

function asked(account: Account, kind: MailKind, at: number): Account {
  return { ...account, asked: { ...account.asked, [kind]: at } };
}

interface Registered {
  readonly person: string;
  /** Whether it was the first of all: it may sign in before its address is confirmed. */
  readonly isFirst: boolean;
  /** When the link that confirms the address was asked for by it. */
  readonly askedAt: number;
  readonly personal: AccountPerson;
}

/** Early registrations did not keep when they asked for the link that confirms the address. */
function askedLongAgo(data: unknown): unknown {
  return { ...(data as object), askedAt: 0 };
}

interface AddressChangeRequested {
  /** Names this change: the mailed links are for it alone. */
  readonly change: string;
  /** Whether the address in use so far must confirm it too. */
  readonly asksOld: boolean;
  /** Whether the new address is another account's: then it gets no link, and its owner a warning. */
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
  /**
   * Bookings that guests made with its addresses, of which nothing personal is to stay either. Its own are known by its id;
   * early deletions name them here, too.
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
      asked: { verification: askedAt, reset: null, warning: null, change: null, attack: null },
    }),
  ),
  RegistrationRepeated: fact<Asked>((account, { askedAt }) => asked(account, 'warning', askedAt)),
  /** Its password was guessed at from many networks, or often within a day. */
  SignInAttackNoticed: fact<Asked>((account, { askedAt }) => asked(account, 'attack', askedAt)),
  VerificationRequested: fact<Asked>((account, { askedAt }) => asked(account, 'verification', askedAt)),
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
    // A log of earlier days may have it after the password was changed.
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
  /** With the password, every link that was mailed before has ended. */
  PasswordChanged: fact<{ readonly by: 'owner' | 'reset' }>((account) => ({ ...account, emailChange: null })),
  AccountDisabled: fact<{ readonly by: string }>((account) => ({ ...account, status: 'disabled' })),
  AccountEnabled: fact<{ readonly by: string }>((account) => ({ ...account, status: 'active' })),
  AccountDeleted: fact<Deleted>((account) => ({ ...account, status: 'deleted', emailChange: null })),
};

export type AccountEvent = EventsOf<typeof accountFacts>;
export type AccountEventOf<Type extends AccountEvent['type']> = Extract<AccountEvent, { type: Type }>;

/** The events by which an account gets, confirms or loses an address. */
const ADDRESS_EVENTS = ['AccountRegistered', 'EmailVerified', 'EmailChanged', 'AccountDeleted'] as const;

export type AddressEvent = AccountEventOf<(typeof ADDRESS_EVENTS)[number]>;

/** Notes where in its stream an event of an account stands. */
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

/** The stream of an account whose id has just been made. */
export function newAccountStream(id: string): Stream<AccountState, AccountEvent> {
  return { ...accountStream(id), isNew: true };
}

/** The account a stream belongs to. */
export function accountOf(stream: string): string {
  return stream.slice(accountType.category.length + 1);
}

/** Whether its owner may sign in: it is neither disabled nor deleted, and its address confirmed (or it was the first). */
export function maySignIn(account: AccountState): boolean {
  return account?.status === 'active' && (account.isVerified || account.isFirst);
}
