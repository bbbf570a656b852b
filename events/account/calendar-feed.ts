/** The secret calendar address of an admin. Its token is in the vault alone; the log tells who made or removed it. */
import type { AccountEvent } from './account.ts';
import { type AccountAndRoles, isAdmin } from './roles.ts';
import { type Refusal, refuse } from '../refusal.ts';

type Decided = { readonly account: readonly AccountEvent[] } | Refusal;

/** Records that an admin made a calendar address, or replaced it. Refuses `not-allowed` for an account that is no admin. */
export function makeCalendarFeed({ account, roles }: AccountAndRoles, by: string): Decided {
  if (account?.status !== 'active' || !isAdmin(roles, by)) return refuse('not-allowed');
  return { account: [{ type: 'CalendarFeedMade', data: { by } }] };
}

/** Records that the address was removed. Refuses `unknown-account`. */
export function removeCalendarFeed({ account }: Pick<AccountAndRoles, 'account'>, by: string): Decided {
  if (account === null || account.status === 'deleted') return refuse('unknown-account');
  return { account: [{ type: 'CalendarFeedRemoved', data: { by } }] };
}
