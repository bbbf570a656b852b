import { useState } from 'react';
import type { RouterContext } from '../router-context.ts';
import { type HeaderUser, headerUser } from '../session.ts';
import { useReturn } from '../use-return.ts';

/** An answer is for the page that asked, until the router has loaded another. */
interface Answer {
  readonly user: HeaderUser | null;
  readonly page: object;
}

/**
 * The user whom the header names: the one that was loaded with the page, until the visitor returns to it by Back or Forward and may have
 * signed in or out since. Not asked by the router, which would load the whole page again, also one that is about to reload itself.
 */
export function useHeaderUser(loaded: { readonly user: HeaderUser | null }, context: RouterContext): HeaderUser | null {
  const [answer, setAnswer] = useState<Answer | null>(null);
  useReturn(() => {
    if (document.documentElement.hidden) return;
    void headerUser(context).then((user) => setAnswer({ user, page: loaded }));
  });
  return answer?.page === loaded ? answer.user : loaded.user;
}
