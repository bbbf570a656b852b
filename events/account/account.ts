import type { Stream } from '../event.ts';
import { type EventsOf, factsOf, stream } from '../stream.ts';

export interface AccountPerson {
  readonly name: string;
  readonly email: string;
}

export interface ProfileDetails {
  readonly name: string;
  readonly phone: string;
  readonly address: string;
  readonly area: string;
}

export type Side = 'new' | 'old';

export interface PendingEmailChange {
  readonly change: string;
  readonly missing: readonly Side[];
  readonly askedAt: number;
}

export interface Account {
  readonly status: 'active' | 'disabled' | 'deleted';
  readonly person: string;
  readonly isVerified: boolean;
  readonly revision: number;
  /** Of events about the address, so that only these need to be read. */
  readonly addressEvents: readonly number[];
  readonly isFirst: boolean;
  readonly emailChange: PendingEmailChange | null;
  /** When mail of a kind was last requested, in milliseconds. */
  readonly asked: Readonly<Record<MailKind, number | null>>;
}

export type MailKind = 'verification' | 'reset' | 'warning' | 'change';

export type AccountState = Account | null;

function asked(account: Account, kind: MailKind, at: number): Account {
  return { ...account, asked: { ...account.asked, [kind]: at } };
}

interface Registered {
  readonly person: string;
  readonly isFirst: boolean;
  readonly askedAt: number;
  readonly personal: AccountPerson;
}

/** Version 1 lacks the time of the request. */
function askedLongAgo(data: unknown): unknown {
  return { ...(data as object), askedAt: 0 };
}

interface AddressChangeRequested {
  /** The change's mailed links are valid for no other. */
  readonly change: string;
  readonly asksOld: boolean;
  /** Another account has the address: no link is sent, and its customer is warned. */
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
  /** Guest bookings made with its addresses. Early deletions list its own here, too. */
  readonly bookings: readonly string[];
}

interface Asked {
  readonly askedAt: number;
}

const { first, fact } = factsOf<Account>();

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
  /** Only in older logs. */
  SignInAttackNoticed: fact<Asked>((account) => account),
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
  /** Links mailed earlier become invalid. */
  PasswordChanged: fact<{ readonly by: 'owner' | 'reset' }>((account) => ({ ...account, emailChange: null })),
  AccountDisabled: fact<{ readonly by: string }>((account) => ({ ...account, status: 'disabled' })),
  AccountEnabled: fact<{ readonly by: string }>((account) => ({ ...account, status: 'active' })),
  SignedOutEverywhere: fact<{ readonly by: string }>((account) => account),
  CalendarFeedMade: fact<{ readonly by: string }>((account) => account),
  CalendarFeedRemoved: fact<{ readonly by: string }>((account) => account),
  AccountDeleted: fact<Deleted>((account) => ({ ...account, status: 'deleted', emailChange: null })),
};

export type AccountEvent = EventsOf<typeof accountFacts>;
export type AccountEventOf<Type extends AccountEvent['type']> = Extract<AccountEvent, { type: Type }>;

const ADDRESS_EVENTS = ['AccountRegistered', 'EmailVerified', 'EmailChanged'] as const;

export type AddressEvent = AccountEventOf<(typeof ADDRESS_EVENTS)[number]>;

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

export function newAccountStream(id: string): Stream<AccountState, AccountEvent> {
  return { ...accountStream(id), isNew: true };
}

export function accountOf(stream: string): string {
  return stream.slice(accountType.category.length + 1);
}

/** The first account may sign in before its address is confirmed. */
export function maySignIn(account: AccountState): boolean {
  return account?.status === 'active' && (account.isVerified || account.isFirst);
}
