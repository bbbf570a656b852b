/** Changes that an account's customer asks for, or a visitor who can read its mail. Instants are milliseconds. */
import type { Account, AccountEvent, AccountState, MailKind, ProfileDetails, Side } from './account.ts';
import { UNUSED_DATA_DAYS } from '#shared/business/business.ts';
import { pauseLeft } from '../business-time.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { type AccountAndRoles, isAdmin } from './roles.ts';

interface OneAccount {
  readonly account: AccountState;
}

interface AccountDecision {
  readonly account: readonly AccountEvent[];
}

const NOTHING: AccountDecision = { account: [] };

/** Least time between two mails, so that no visitor can flood another person's mailbox. */
export const MAIL_PAUSE_MS: Readonly<Record<MailKind, number>> = {
  verification: 2 * 60_000,
  reset: 2 * 60_000,
  change: 2 * 60_000,
  warning: 60 * 60_000,
};

/** In milliseconds. */
export function mailPause(account: Account, kind: MailKind, now: number): number {
  return pauseLeft(account.asked[kind], MAIL_PAUSE_MS[kind], now);
}

function isTooSoon(account: Account, kind: MailKind, now: number): boolean {
  return mailPause(account, kind, now) > 0;
}

/** A visitor tried to register with the address of a confirmed account. Records at most one event an hour. */
export function noteRepeatedRegistration({ account }: OneAccount, now: number): AccountDecision {
  if (account?.status !== 'active' || isTooSoon(account, 'warning', now)) return NOTHING;
  return { account: [{ type: 'RegistrationRepeated', data: { askedAt: now } }] };
}

/** Records nothing for a confirmed address, or within two minutes of the last request. `by`: the admin who asked for it. */
export function requestVerification({ account }: OneAccount, now: number, by?: string): AccountDecision {
  if (account?.status !== 'active' || account.isVerified || isTooSoon(account, 'verification', now)) return NOTHING;
  return { account: [{ type: 'VerificationRequested', data: { askedAt: now, ...(by !== undefined && { by }) } }] };
}

/** For a registered address: mails the link again, or warns its customer once the address is confirmed. Changes no account. */
export function repeatRegistration(states: OneAccount, now: number): AccountDecision {
  return states.account?.isVerified ? noteRepeatedRegistration(states, now) : requestVerification(states, now);
}

/** Whether the address was never confirmed, so that the mailbox may be another customer's. */
export function isUnproven(account: AccountState): boolean {
  return account?.status === 'active' && !account.isVerified && !account.isFirst;
}

/** Deletes an unproven account for the customer who has proved that the mailbox is theirs. */
export function endUnproven({ account }: OneAccount): AccountDecision {
  if (account === null || !isUnproven(account)) return NOTHING;
  return { account: [{ type: 'AccountDeleted', data: { person: account.person, bookings: [] } }] };
}

export const UNCONFIRMED_KEPT_MS = UNUSED_DATA_DAYS * 86_400_000;

export function endUnconfirmed({ account }: OneAccount, now: number): AccountDecision {
  const isOld = account !== null && now >= (account.asked.verification ?? 0) + UNCONFIRMED_KEPT_MS;
  return isOld ? endUnproven({ account }) : NOTHING;
}

/** Refuses `link-ended`. A second confirmation records nothing. */
export function verifyEmail({ account }: OneAccount): AccountDecision | Refusal {
  if (account === null || account.status === 'deleted') return refuse('link-ended');
  return account.isVerified ? NOTHING : { account: [{ type: 'EmailVerified', data: { by: 'link' } }] };
}

/** Records nothing within two minutes, or for the first account while its address may be mistyped: that gives away the admin. */
export function requestPasswordReset({ account }: OneAccount, now: number): AccountDecision {
  if (account?.status !== 'active' || isTooSoon(account, 'reset', now)) return NOTHING;
  if (account.isFirst && !account.isVerified) return NOTHING;
  return { account: [{ type: 'PasswordResetRequested', data: { askedAt: now } }] };
}

/** A reset also confirms the address, because its link was mailed there. Refuses `unknown-account`. */
export function notePasswordChange({ account }: OneAccount, by: 'owner' | 'reset'): AccountDecision | Refusal {
  if (account === null || account.status === 'deleted') return refuse('unknown-account');
  const confirmed: AccountEvent[] =
    by === 'reset' && !account.isVerified ? [{ type: 'EmailVerified', data: { by: 'reset' } }] : [];
  return { account: [...confirmed, { type: 'PasswordChanged', data: { by } }] };
}

export function changeProfile({ account }: OneAccount, personal: ProfileDetails): AccountDecision | Refusal {
  if (account?.status !== 'active') return refuse('unknown-account');
  return { account: [{ type: 'ProfileChanged', data: { person: account.person, personal } }] };
}

export interface EmailChangeRequest {
  readonly change: string;
  readonly email: string;
  readonly isTaken: boolean;
  readonly now: number;
}

/** Both addresses must confirm, except an unconfirmed old one. Replaces a pending change. Refuses `unknown-account`. */
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

export function withdrawEmailChange({ account }: OneAccount): AccountDecision | Refusal {
  if (account?.status !== 'active') return refuse('unknown-account');
  if (account.emailChange === null) return NOTHING;
  return { account: [{ type: 'EmailChangeWithdrawn', data: { change: account.emailChange.change } }] };
}

export interface EmailConfirmation {
  readonly change: string;
  readonly side: Side;
  readonly email: string;
  readonly previous: string;
}

/** The sides that have yet to confirm after `side`; null if this is not the pending change. */
export function missingAfter(account: AccountState, change: string, side: Side): readonly Side[] | null {
  const pending = account?.status === 'active' ? account.emailChange : null;
  if (pending?.change !== change) return null;
  return pending.missing.filter((each) => each !== side);
}

/** The last missing confirmation changes the address. Refuses `link-ended`. */
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

export function makeCalendarFeed({ account, roles }: AccountAndRoles, by: string): AccountDecision | Refusal {
  if (account?.status !== 'active' || !isAdmin(roles, by)) return refuse('not-allowed');
  return { account: [{ type: 'CalendarFeedMade', data: { by } }] };
}

export function removeCalendarFeed(
  { account }: Pick<AccountAndRoles, 'account'>,
  by: string,
): AccountDecision | Refusal {
  if (account === null || account.status === 'deleted') return refuse('unknown-account');
  return { account: [{ type: 'CalendarFeedRemoved', data: { by } }] };
}
