import { storedConsent } from '../measuring/stored-consent.ts';
import { applyTheme } from '../shell/theme/theme.ts';
import { isTakenOver } from '../shell/taken-over.ts';

/** Whether the page names the account that is signed in now. If the server can't tell, the page stays. */
async function isOfSignedIn(session: string): Promise<boolean> {
  const named = document.querySelector<HTMLElement>('[data-user]')?.dataset['user'];
  try {
    const { user } = (await (await fetch(session)).json()) as { user: { formToken: string } | null };
    return user?.formToken === named;
  } catch {
    return true;
  }
}

/** Pages about an account or a booking: all that they say can change, and access to them can end. */
const PRIVATE = /^\/(?:app|booking|book\/confirmation)(?:\/|$)/;

/**
 * A page that the browser restores by Back or Forward is as it was when it was left, and comes without a request. Applies the theme that was
 * chosen since, and loads the page again if it may say something else by now: a private one always, others if who is signed in has changed.
 * The booking form asks for what has changed (`client/shell/use-return.ts`), unless it was left before the app took over. `session` is the
 * call that says who is signed in.
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
    const isUnstarted = when !== 'never' && !isTakenOver();
    // A tag manager can't be unloaded, and the policy of a page without one allows none. A first answer is applied by the script that measures.
    if (consent !== undefined && consent !== storedConsent()) {
      event.stopImmediatePropagation();
      reload();
    } else if (isUnstarted || PRIVATE.test(location.pathname)) reload();
    else if (location.pathname !== '/book') void isOfSignedIn(session).then((isSame) => isSame || location.reload());
  });
}
