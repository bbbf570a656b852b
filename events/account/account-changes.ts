/** Changes of an account by its owner, or by a caller who can read its mail. Instants are milliseconds. */
import { type AccountEvent, type AccountState, type MailKind, type ProfileDetails, type Side } from './account.ts';
import { UNUSED_DATA_DAYS } from '#shared/business/business.ts';
import { pauseLeft } from '../pause.ts';
import { type Refusal, refuse } from '../refusal.ts';

interface OneAccount {
  readonly account: AccountState;
}

interface AccountDecision {
  readonly account: readonly AccountEvent[];
}

const NOTHING: AccountDecision = { account: [] };

/** Shortest time between two mails of a kind, so that no visitor can flood another person's mailbox. */
export const MAIL_PAUSE_MS: Readonly<Record<MailKind, number>> = {
  verification: 2 * 60_000,
  reset: 2 * 60_000,
  change: 2 * 60_000,
  warning: 60 * 60_000,
};

/** Milliseconds until the next mail of a kind may be sent; 0 when it may be sent now. */
export function mailPause(account: NonNullable<AccountState>, kind: MailKind, now: number): number {
  return pauseLeft(account.asked[kind], MAIL_PAUSE_MS[kind], now);
}

function isTooSoon(account: NonNullable<AccountState>, kind: MailKind, now: number): boolean {
  return mailPause(account, kind, now) > 0;
}

/** Warns an account's owner that another visitor tried to register with their address; at most once an hour. */
export function noteRepeatedRegistration({ account }: OneAccount, now: number): AccountDecision {
  if (account?.status !== 'active' || isTooSoon(account, 'warning', now)) return NOTHING;
  return { account: [{ type: 'RegistrationRepeated', data: { askedAt: now } }] };
}

/**
 * Requests the link that confirms the address once more. Records nothing once the address is confirmed, or within two minutes of
 * the last request. `by` is the admin who asks for it, if one does.
 */
export function requestVerification({ account }: OneAccount, now: number, by?: string): AccountDecision {
  if (account?.status !== 'active' || account.isVerified || isTooSoon(account, 'verification', now)) return NOTHING;
  return { account: [{ type: 'VerificationRequested', data: { askedAt: now, ...(by !== undefined && { by }) } }] };
}

/**
 * Decides about a registration with an address that already has an account. While the address is unconfirmed, its mailbox gets
 * the link again: the visitor may be the owner, who missed the first mail. The account, name and password included, stays as it
 * is: the owner of the mailbox can choose another password by mail. Once the address is confirmed, its owner is warned.
 */
export function repeatRegistration(states: OneAccount, now: number): AccountDecision {
  return states.account?.isVerified ? noteRepeatedRegistration(states, now) : requestVerification(states, now);
}

/**
 * Whether an account never proved its address: the address is unconfirmed, the mailbox may be another customer's, and the account
 * cannot sign in. An account that an admin has disabled is not unproven and keeps its address.
 */
export function isUnproven(account: AccountState): boolean {
  return account?.status === 'active' && !account.isVerified && !account.isFirst;
}

/** Ends an unproven account (`isUnproven`) for a customer who has proved that the mailbox is theirs; any other account stays. */
export function endUnproven({ account }: OneAccount): AccountDecision {
  if (account === null || !isUnproven(account)) return NOTHING;
  return { account: [{ type: 'AccountDeleted', data: { person: account.person, bookings: [] } }] };
}

/** For how long, in milliseconds, an account is kept whose address is never confirmed. */
export const UNCONFIRMED_KEPT_MS = UNUSED_DATA_DAYS * 86_400_000;

/** Ends an unproven account (`isUnproven`) `UNUSED_DATA_DAYS` after the last link to confirm its address was requested. */
export function endUnconfirmed({ account }: OneAccount, now: number): AccountDecision {
  const isOld = account !== null && now >= (account.asked.verification ?? 0) + UNCONFIRMED_KEPT_MS;
  return isOld ? endUnproven({ account }) : NOTHING;
}

/** Confirms the address; a second confirmation records nothing. Refuses `link-ended` when the account no longer exists. */
export function verifyEmail({ account }: OneAccount): AccountDecision | Refusal {
  if (account === null || account.status === 'deleted') return refuse('link-ended');
  return account.isVerified ? NOTHING : { account: [{ type: 'EmailVerified', data: { by: 'link' } }] };
}

/**
 * Requests the link to a new password. Records nothing for a disabled or deleted account, or within two minutes of the last request. Nor for
 * the first account before its address is confirmed: it is an admin's already, and a mistyped address would hand it to a stranger.
 */
export function requestPasswordReset({ account }: OneAccount, now: number): AccountDecision {
  if (account?.status !== 'active' || isTooSoon(account, 'reset', now)) return NOTHING;
  if (account.isFirst && !account.isVerified) return NOTHING;
  return { account: [{ type: 'PasswordResetRequested', data: { askedAt: now } }] };
}

/**
 * Records a password change, so that the owner is told by mail. A reset also confirms the address, because its link was mailed
 * there. Refuses `unknown-account`.
 */
export function notePasswordChange({ account }: OneAccount, by: 'owner' | 'reset'): AccountDecision | Refusal {
  if (account === null || account.status === 'deleted') return refuse('unknown-account');
  const confirmed: AccountEvent[] =
    by === 'reset' && !account.isVerified ? [{ type: 'EmailVerified', data: { by: 'reset' } }] : [];
  return { account: [...confirmed, { type: 'PasswordChanged', data: { by } }] };
}

/** Changes the profile details. Refuses `unknown-account`. */
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
 * Requests a change of address, which both addresses must confirm; an address that was never confirmed itself is not asked. A
 * later request replaces an earlier one. Records nothing within two minutes of the last request. Refuses `unknown-account`.
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

/** Withdraws a pending change of address; records nothing when none is pending. Refuses `unknown-account`. */
export function withdrawEmailChange({ account }: OneAccount): AccountDecision | Refusal {
  if (account?.status !== 'active') return refuse('unknown-account');
  if (account.emailChange === null) return NOTHING;
  return { account: [{ type: 'EmailChangeWithdrawn', data: { change: account.emailChange.change } }] };
}

/** The side whose link was used, and the two addresses of the change. */
export interface EmailConfirmation {
  readonly change: string;
  readonly side: Side;
  readonly email: string;
  readonly previous: string;
}

/** The sides that have yet to confirm after this one; null when this is not the pending change. */
export function missingAfter(account: AccountState, change: string, side: Side): readonly Side[] | null {
  const pending = account?.status === 'active' ? account.emailChange : null;
  if (pending?.change !== change) return null;
  return pending.missing.filter((each) => each !== side);
}

/** Records one side's confirmation; the last missing one changes the address. Refuses `link-ended`. */
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
