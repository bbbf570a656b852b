import type { Fact, Stream, StreamType } from './event.ts';

/**
 * The life of one account. What it may not outlive (name, addresses, phone) is sealed under its person's key; passwords,
 * sign-ins and the tokens of mailed links are in the vault alone and never here.
 */

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

export type AccountEvent =
  | Fact<
      'AccountRegistered',
      {
        readonly person: string;
        /** Whether it was the first of all: it may sign in before its address is confirmed. */
        readonly isFirst: boolean;
        /** When the link that confirms the address was asked for by it. */
        readonly askedAt: number;
        readonly personal: AccountPerson;
      }
    >
  | Fact<'RegistrationRepeated', { readonly askedAt: number }>
  /** Its password was guessed at from many networks, or often within a day. */
  | Fact<'SignInAttackNoticed', { readonly askedAt: number }>
  | Fact<'VerificationRequested', { readonly askedAt: number }>
  | Fact<'EmailVerified', { readonly by: 'link' | 'reset' }>
  | Fact<'ProfileChanged', { readonly person: string; readonly personal: ProfileDetails }>
  | Fact<
      'EmailChangeRequested',
      {
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
    >
  | Fact<'EmailChangeConfirmed', { readonly change: string; readonly side: Side }>
  | Fact<
      'EmailChanged',
      {
        readonly change: string;
        readonly person: string;
        readonly personal: { readonly email: string; readonly previous: string };
      }
    >
  | Fact<'EmailChangeWithdrawn', { readonly change: string }>
  | Fact<'PasswordResetRequested', { readonly askedAt: number }>
  | Fact<'PasswordChanged', { readonly by: 'owner' | 'reset' }>
  | Fact<'AccountDisabled', { readonly by: string }>
  | Fact<'AccountEnabled', { readonly by: string }>
  | Fact<
      'AccountDeleted',
      {
        /**
         * Bookings that guests made with its addresses, of which nothing personal is to stay either. Its own are known by its id;
         * early deletions name them here, too.
         */
        readonly bookings: readonly string[];
      }
    >;

export type AccountEventOf<Type extends AccountEvent['type']> = Extract<AccountEvent, { type: Type }>;

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

/** The events by which an account gets, confirms or loses an address. */
const ADDRESS_EVENTS = ['AccountRegistered', 'EmailVerified', 'EmailChanged', 'AccountDeleted'] as const;

export type AddressEvent = AccountEventOf<(typeof ADDRESS_EVENTS)[number]>;

/** Notes where in its stream an event of an account stands. */
function withPlaceOf(event: AccountEvent, account: Account): Account {
  const revision = account.revision + 1;
  if (!ADDRESS_EVENTS.some((type) => type === event.type)) return { ...account, revision };
  return { ...account, revision, addressEvents: [...account.addressEvents, revision] };
}

function evolveAccount(account: Account, event: Exclude<AccountEvent, { type: 'AccountRegistered' }>): Account {
  switch (event.type) {
    case 'RegistrationRepeated':
      return asked(account, 'warning', event.data.askedAt);
    case 'SignInAttackNoticed':
      return asked(account, 'attack', event.data.askedAt);
    case 'VerificationRequested':
      return asked(account, 'verification', event.data.askedAt);
    case 'PasswordResetRequested':
      return asked(account, 'reset', event.data.askedAt);
    case 'EmailVerified':
      return { ...account, isVerified: true };
    case 'EmailChangeRequested': {
      const { change, asksOld, askedAt } = event.data;
      return {
        ...asked(account, 'change', askedAt),
        emailChange: { change, missing: asksOld ? ['new', 'old'] : ['new'], askedAt },
      };
    }
    case 'EmailChangeConfirmed': {
      const { emailChange } = account;
      // A log of earlier days may have it after the password was changed.
      if (emailChange?.change !== event.data.change) return account;
      const missing = emailChange.missing.filter((side) => side !== event.data.side);
      return { ...account, emailChange: { ...emailChange, missing } };
    }
    case 'EmailChanged':
      return { ...account, isVerified: true, emailChange: null };
    case 'EmailChangeWithdrawn':
    case 'PasswordChanged':
      // With the password, every link that was mailed before has ended.
      return { ...account, emailChange: null };
    case 'ProfileChanged':
      return account;
    case 'AccountDisabled':
      return { ...account, status: 'disabled' };
    case 'AccountEnabled':
      return { ...account, status: 'active' };
    case 'AccountDeleted':
      return { ...account, status: 'deleted', emailChange: null };
  }
}

function registered({ data }: AccountEventOf<'AccountRegistered'>): Account {
  const { person, isFirst, askedAt } = data;
  const asked = { verification: askedAt, reset: null, warning: null, change: null, attack: null };
  return {
    status: 'active',
    person,
    isVerified: false,
    revision: 0,
    addressEvents: [],
    isFirst,
    emailChange: null,
    asked,
  };
}

export const accountType: StreamType<AccountState, AccountEvent> = {
  category: 'account',
  initial: null,
  evolve(state, event) {
    if (event.type === 'AccountRegistered') return withPlaceOf(event, registered(event));
    if (state === null) throw new Error(`${event.type} before AccountRegistered`);
    return withPlaceOf(event, evolveAccount(state, event));
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
