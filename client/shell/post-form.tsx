/**
 * Pages that are rendered for one user. Their forms and calls name that user, so that the server refuses them once another account is
 * signed in to the browser.
 */
import { useRouterState } from '@tanstack/react-router';
import { type ComponentProps, createContext, useContext, useEffect, useRef } from 'react';
import type { Contract } from '#shared/calls/contract.ts';
import { pageOwnerField, pageOwnerHeaders, pageOwnerInName } from '#shared/account/page-owner.ts';
import { type CallOptions, rpcPath } from '#shared/calls/rpc.ts';
import type { Elements } from '../components/elements.ts';
import { OTHER_ACCOUNT } from '../wording/account-refusals.ts';
import { showToast } from './toasts/toast-messages.ts';

/** The mark of the user for whom the page is rendered; null on a page for every visitor. */
const MarkContext = createContext<string | null>(null);

/** The call that the form is posted to, or for one with files an address. */
type Target =
  | { readonly call: keyof Contract; readonly action?: undefined }
  | { readonly call?: undefined; readonly action: string };

type FormParts = Omit<ComponentProps<'form'>, 'name' | 'method' | 'action'> & Target;

/**
 * A form that works without script. On pages of accounts its name contains the user: on Back, browsers restore typed values by
 * the name of the form (Firefox) or of its first field (Chromium).
 */
export function PostForm({ call, action, children, ...form }: FormParts) {
  const mark = useContext(MarkContext);
  const name = mark === null ? undefined : pageOwnerField(mark);
  return (
    <form {...form} name={name} method="post" action={call === undefined ? action : rpcPath(call)}>
      {name === undefined ? null : <input type="hidden" name={name} />}
      {children}
    </form>
  );
}

/** Whether a field is the one that `PostForm` adds. */
export function isAddedField(name: string): boolean {
  return pageOwnerInName(name) !== null;
}

/** What the page's commands need, for the lifetime of the page. */
export function usePageCalls() {
  const mark = useRef(useContext(MarkContext));
  return {
    options: (): CallOptions => (mark.current === null ? {} : { headers: pageOwnerHeaders(mark.current) }),
    /**
     * The visitor knows that they are signed out: from now on, calls are a guest's. They are refused if an account has signed
     * in.
     */
    goOnAsGuest: () => {
      mark.current = '';
    },
  };
}

type Match = ReturnType<typeof useRouterState>['matches'][number];

/** The page-owner mark in the loader's data, or else of the user whom the guard let in. */
function markOf(page: Match | undefined): string | null {
  const { loaderData, context } = page ?? {};
  const source = loaderData && 'user' in loaderData ? loaderData : context;
  const user = source && 'user' in source ? source.user : null;
  return user && 'mark' in user && typeof user.mark === 'string' ? user.mark : null;
}

/** Content of a page for its user. It remounts, with a message, when the page becomes another account's. */
export function PerUser({ children }: { readonly children: Elements }) {
  const page = useRouterState({ select: ({ matches }) => matches.at(-1)?.routeId });
  const mark = useRouterState({ select: ({ matches }) => markOf(matches.at(-1)) });
  const shown = useRef({ page, mark });
  useEffect(() => {
    const before = shown.current;
    shown.current = { page, mark };
    const wasOthers = before.page === page && before.mark !== null && before.mark !== mark;
    if (wasOthers) showToast(OTHER_ACCOUNT, 'info', true);
  }, [page, mark]);
  return (
    // Keyed, so that nothing typed is left.
    <MarkContext key={mark} value={mark}>
      {children}
    </MarkContext>
  );
}
