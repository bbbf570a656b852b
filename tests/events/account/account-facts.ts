import type { AccountEvent, AccountEventOf } from '#events/account/account.ts';
import type { RolesEvent } from '#events/account/roles.ts';

type RolesEventOf<Type extends RolesEvent['type']> = Extract<RolesEvent, { type: Type }>;

/** A small past of accounts: `a1` is the account in question, `p1` its person. */

export const PROFILE = { name: 'Ada Reyes', phone: '805-555-0142', address: '12 Anacapa St', area: 'Ojai' };

/** No pause after it holds any more at the times of tests, which begin at 0. */
export const LONG_AGO = -3_600_000;

export function registered(
  change: Partial<AccountEventOf<'AccountRegistered'>['data']> = {},
): AccountEventOf<'AccountRegistered'> {
  const personal = { name: 'Ada Reyes', email: 'ada@example.com' };
  return { type: 'AccountRegistered', data: { person: 'p1', isFirst: false, askedAt: LONG_AGO, personal, ...change } };
}

export const VERIFIED: AccountEvent = { type: 'EmailVerified', data: { by: 'link' } };
export const DISABLED: AccountEvent = { type: 'AccountDisabled', data: { by: 'a2' } };
export const DELETED: AccountEvent = { type: 'AccountDeleted', data: { person: 'p1', bookings: [] } };

export function changeRequested(
  change: Partial<AccountEventOf<'EmailChangeRequested'>['data']> = {},
): AccountEventOf<'EmailChangeRequested'> {
  const personal = { email: 'reyes@example.com' };
  const data = { change: 'c1', asksOld: true, isTaken: false, askedAt: 0, person: 'p1', personal, ...change };
  return { type: 'EmailChangeRequested', data };
}

export function appointed(account: string, by: string | null = null): RolesEventOf<'AdminAppointed'> {
  return { type: 'AdminAppointed', data: { account, by } };
}

export function dismissed(account: string, by: string = account): RolesEventOf<'AdminDismissed'> {
  return { type: 'AdminDismissed', data: { account, by } };
}
