import { queryOptions } from '@tanstack/react-query';
import { redirect } from '@tanstack/react-router';
import { accessAskedBy, turnAway, type Session, type SessionUser } from '#shared/account/account.ts';
import type { AppRpc } from '#shared/calls/contract.ts';
import type { RouterContext } from './router-context.ts';

/** Long enough for one navigation's guards to share a request, too short for rights to outlive it. */
const FRESH_MS = 1000;

export function sessionQuery(rpc: AppRpc) {
  return queryOptions({
    queryKey: ['session'],
    queryFn: ({ signal }): Promise<Session> => rpc.session(undefined, { signal }),
    staleTime: FRESH_MS,
  });
}

export type HeaderUser = Pick<SessionUser, 'formToken' | 'name' | 'role'>;

/** Null also while the server can't tell. Not cached, so public pages don't contain other session data. */
export async function headerUser({ rpc }: RouterContext): Promise<HeaderUser | null> {
  const session = await rpc.session(undefined).catch(() => null);
  if (!session?.user) return null;
  const { formToken, name, role } = session.user;
  return { formToken, name, role };
}

interface Asked {
  readonly context: RouterContext;
  readonly location: { readonly pathname: string; readonly href: string };
}

/** Redirects to the sign-in page (SPEC.md sections 4 and 6). Calls check access themselves. */
export async function guard({ context, location }: Asked): Promise<{ readonly user: SessionUser }> {
  const session = await context.queryClient.fetchQuery(sessionQuery(context.rpc));
  const away = turnAway(session, accessAskedBy(location.pathname), location.href);
  // A new document drops everything that was read for the account.
  if (away !== null || session.user === null) {
    throw redirect({ to: '/login', search: away ?? {}, reloadDocument: true });
  }
  return { user: session.user };
}
