/** What the owner of an account, or whoever has its mail, can change of it. Instants are milliseconds. */
import {
  type AccountEvent,
  type AccountState,
  type MailKind,
  type ProfileDetails,
  type Side,
  maySignIn,
} from './account.ts';
import { type Refusal, refuse } from './refusal.ts';

interface OneAccount {
  readonly account: AccountState;
}

interface AccountDecision {
  readonly account: readonly AccountEvent[];
}

const NOTHING: AccountDecision = { account: [] };

/** How long the next mail of a kind waits after the last, so that nobody can have somebody's mailbox filled. */
export const MAIL_PAUSE_MS: Readonly<Record<MailKind, number>> = {
  verification: 2 * 60_000,
  reset: 2 * 60_000,
  change: 2 * 60_000,
  warning: 60 * 60_000,
  attack: 24 * 60 * 60_000,
};

/** Milliseconds until the next mail of a kind may go out; 0 when it may now. */
export function mailPause(account: NonNullable<AccountState>, kind: MailKind, now: number): number {
  const last = account.asked[kind];
  return last === null ? 0 : Math.max(0, last + MAIL_PAUSE_MS[kind] - now);
}

function isTooSoon(account: NonNullable<AccountState>, kind: MailKind, now: number): boolean {
  return mailPause(account, kind, now) > 0;
}

/** Warns an account's owner that somebody tried to register with their address; at most once an hour. */
export function noteRepeatedRegistration({ account }: OneAccount, now: number): AccountDecision {
  if (account?.status !== 'active' || isTooSoon(account, 'warning', now)) return NOTHING;
  return { account: [{ type: 'RegistrationRepeated', data: { askedAt: now } }] };
}

/** Warns an account's owner that its password is guessed at from many networks, or often; at most once a day. */
export function noticeSignInAttack({ account }: OneAccount, now: number): AccountDecision {
  if (account === null || !maySignIn(account) || isTooSoon(account, 'attack', now)) return NOTHING;
  return { account: [{ type: 'SignInAttackNoticed', data: { askedAt: now } }] };
}

/** Asks for the link that confirms the address once more; nothing to do once it is confirmed, or within two minutes. */
export function requestVerification({ account }: OneAccount, now: number): AccountDecision {
  if (account?.status !== 'active' || account.isVerified || isTooSoon(account, 'verification', now)) return NOTHING;
  return { account: [{ type: 'VerificationRequested', data: { askedAt: now } }] };
}

/**
 * Answers a registration with an address that is an account's already. While nobody has confirmed it, its mailbox gets the
 * link anew: whoever asks may be the owner, who missed it. The account stays as it is, name and password included: whoever
 * has the mailbox and not the password can choose another by mail. Once it is confirmed its owner is warned.
 */
export function repeatRegistration(states: OneAccount, now: number): AccountDecision {
  return states.account?.isVerified ? noteRepeatedRegistration(states, now) : requestVerification(states, now);
}

/**
 * Whether an account is a mere claim to its address: it was never confirmed, so the mailbox may be another customer's, and it
 * cannot sign in. An account that an admin has shut out keeps its address.
 */
export function isUnproven(account: AccountState): boolean {
  return account?.status === 'active' && !account.isVerified && !account.isFirst;
}

/** Ends an account that is a mere claim to its address, for a customer who has proved that the mailbox is theirs; any other stays. */
export function endUnproven({ account }: OneAccount): AccountDecision {
  return isUnproven(account) ? { account: [{ type: 'AccountDeleted', data: { bookings: [] } }] } : NOTHING;
}

/** Confirms the address. Once is enough. Refuses `link-ended` when there is no such account any more. */
export function verifyEmail({ account }: OneAccount): AccountDecision | Refusal {
  if (account === null || account.status === 'deleted') return refuse('link-ended');
  return account.isVerified ? NOTHING : { account: [{ type: 'EmailVerified', data: { by: 'link' } }] };
}

/** Asks for the link to a new password; nothing to do for an account that may not sign in anyway, or within two minutes. */
export function requestPasswordReset({ account }: OneAccount, now: number): AccountDecision {
  if (account?.status !== 'active' || isTooSoon(account, 'reset', now)) return NOTHING;
  return { account: [{ type: 'PasswordResetRequested', data: { askedAt: now } }] };
}

/**
 * Notes that the password is another now: its owner is told by mail. A reset came by a mailed link, which confirms the
 * address as well. Refuses `unknown-account`.
 */
export function notePasswordChange({ account }: OneAccount, by: 'owner' | 'reset'): AccountDecision | Refusal {
  if (account === null || account.status === 'deleted') return refuse('unknown-account');
  const confirmed: AccountEvent[] =
    by === 'reset' && !account.isVerified ? [{ type: 'EmailVerified', data: { by: 'reset' } }] : [];
  return { account: [...confirmed, { type: 'PasswordChanged', data: { by } }] };
}

/** Keeps what the owner tells of themselves. Refuses `unknown-account`. */
export function changeProfile({ account }: OneAccount, personal: ProfileDetails): AccountDecision | Refusal {
  if (account?.status !== 'active') return refuse('unknown-account');
  return { account: [{ type: 'ProfileChanged', data: { person: account.person, personal } }] };
}

export interface EmailChangeRequest {
  readonly change: string;
  /** The new address. */
  readonly email: string;
  readonly isTaken: boolean;
  readonly now: number;
}

/**
 * Asks both addresses to confirm a change; one that was never confirmed has no say. A later request replaces an earlier one.
 * Nothing happens within two minutes of the last. Refuses `unknown-account`.
 */
export function requestEmailChange(
  { account }: OneAccount,
  { change, email, isTaken, now }: EmailChangeRequest,
): AccountDecision | Refusal {
  if (account?.status !== 'active') return refuse('unknown-account');
  if (isTooSoon(account, 'change', now)) return NOTHING;
  const { person, isVerified: asksOld } = account;
  return {
    account: [
      {
        type: 'EmailChangeRequested',
        data: { change, asksOld, isTaken, askedAt: now, person, personal: { email } },
      },
    ],
  };
}

/** Takes a change of address back that waits; nothing to do when none does. Refuses `unknown-account`. */
export function withdrawEmailChange({ account }: OneAccount): AccountDecision | Refusal {
  if (account?.status !== 'active') return refuse('unknown-account');
  if (account.emailChange === null) return NOTHING;
  return { account: [{ type: 'EmailChangeWithdrawn', data: { change: account.emailChange.change } }] };
}

/** Whose link was used, and the two addresses that the change is about. */
export interface EmailConfirmation {
  readonly change: string;
  readonly side: Side;
  readonly email: string;
  readonly previous: string;
}

/** The sides that have yet to confirm once this one has; null when the change is not the one that waits. */
export function missingAfter(account: AccountState, change: string, side: Side): readonly Side[] | null {
  const pending = account?.status === 'active' ? account.emailChange : null;
  if (pending?.change !== change) return null;
  return pending.missing.filter((each) => each !== side);
}

/** Takes one side's confirmation; with the last of them the address changes. Refuses `link-ended`. */
export function confirmEmailChange(
  { account }: OneAccount,
  { change, side, email, previous }: EmailConfirmation,
): AccountDecision | Refusal {
  const missing = missingAfter(account, change, side);
  if (account === null || missing === null) return refuse('link-ended');
  const confirmed: AccountEvent = { type: 'EmailChangeConfirmed', data: { change, side } };
  if (missing.length > 0) return { account: [confirmed] };
  const { person } = account;
  return {
    account: [confirmed, { type: 'EmailChanged', data: { change, person, personal: { email, previous } } }],
  };
}
