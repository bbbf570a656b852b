/** Its token is not in the log. */
import type { AccountEvent } from './account.ts';
import { type AccountAndRoles, isAdmin } from './roles.ts';
import { type Refusal, refuse } from '../refusal.ts';

type Decided = { readonly account: readonly AccountEvent[] } | Refusal;

/** Refuses `not-allowed` for an account that is no admin. */
export function makeCalendarFeed({ account, roles }: AccountAndRoles, by: string): Decided {
  if (account?.status !== 'active' || !isAdmin(roles, by)) return refuse('not-allowed');
  return { account: [{ type: 'CalendarFeedMade', data: { by } }] };
}

/** Refuses `unknown-account`. */
export function removeCalendarFeed({ account }: Pick<AccountAndRoles, 'account'>, by: string): Decided {
  if (account === null || account.status === 'deleted') return refuse('unknown-account');
  return { account: [{ type: 'CalendarFeedRemoved', data: { by } }] };
}
