import { storedConsent } from '../measuring/stored-consent.ts';
import { applyTheme } from '../shell/theme/theme.ts';
import { isTakenOver } from '../shell/taken-over.ts';

/** Whether the page was made for the account that is signed in now, or for none. If the server doesn't answer, the page stays. */
async function isForSignedInAccount(session: string): Promise<boolean> {
  const named = document.querySelector<HTMLElement>('[data-user]')?.dataset['user'];
  try {
    const { user } = (await (await fetch(session)).json()) as { user: { formToken: string } | null };
    return user?.formToken === named;
  } catch {
    return true;
  }
}

/** Pages about an account or a booking, which changes, and access to which can end. */
const PRIVATE_PAGE = /^\/(?:app|booking|book\/confirmation)(?:\/|$)/;

/**
 * On Back or Forward, the browser restores a page from its bfcache without a request. Applies the theme chosen since, and reloads the page if
 * it may be outdated: a private page always, another if a different account is signed in, and any that was left before the app took it over.
 * The booking form fetches what has changed (`client/shell/use-return.ts`), because a reload would lose its state. `session` is the address of
 * the call that returns who is signed in.
 */
export function followReturn({ when, session = '' }: DOMStringMap): void {
  const reload = () => {
    document.documentElement.hidden = true;
    location.reload();
  };
  addEventListener('pageshow', (event) => {
    if (!event.persisted) return;
    applyTheme();
    const { consent } = document.documentElement.dataset;
    const isBeforeApp = when !== 'never' && !isTakenOver();
    // A tag manager can't be unloaded, and the policy of a page without one allows none. A first answer is applied by the script that measures.
    if (consent !== undefined && consent !== storedConsent()) {
      event.stopImmediatePropagation();
      reload();
    } else if (isBeforeApp || PRIVATE_PAGE.test(location.pathname)) reload();
    else if (location.pathname !== '/book')
      void isForSignedInAccount(session).then((isSame) => isSame || location.reload());
  });
}
