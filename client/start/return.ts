import { reloadBlank } from '../shell/reload-blank.ts';
import { storedConsent } from '../measuring/stored-consent.ts';
import { applyTheme } from '../shell/theme/theme.ts';
import { isTakenOver } from '../shell/taken-over.ts';
import { storeTypedValues } from './typed-values.ts';

/** How long a form stays hidden at most. */
const ANSWER_MS = 5000;

/** Whether this account, or none, is signed in now. If the server doesn't answer, the page stays. */
async function isSignedIn(named: string | undefined, session: string): Promise<boolean> {
  try {
    const { user } = (await (await fetch(session, { signal: AbortSignal.timeout(ANSWER_MS) })).json()) as {
      user: { formToken: string } | null;
    };
    return user?.formToken === named;
  } catch {
    return true;
  }
}

/**
 * Reloads the page if a different account is signed in. Until the server answers, hides the account's name, or the whole booking form, which
 * has the account's details. A guest's booking form stays, also for an account.
 */
async function followSession(session: string): Promise<void> {
  const name = document.querySelector<HTMLElement>('[data-user]');
  const isForm = location.pathname === '/book';
  if (isForm && !name) return;
  const secret = isForm ? document.documentElement : name;
  if (secret) secret.style.visibility = 'hidden';
  const isSame = await isSignedIn(name?.dataset['user'], session);
  if (isSame) secret?.style.removeProperty('visibility');
  else if (isForm) reloadBlank();
  else location.reload();
}

/** Pages about an account or a booking, which changes, and access to which can end. */
const PRIVATE_PAGE = /^\/(?:app|booking|book\/confirmation)(?:\/|$)/;

/**
 * On Back or Forward, the browser restores a page from its bfcache without a request. Applies the theme chosen since, and reloads the page if
 * it may be outdated: a private page always, another if a different account is signed in, and any that was left before the app took it over.
 * The booking form fetches what has changed (`client/shell/use-return.ts`), because a reload would lose its state, unless it is that of a
 * different account. `session` is the address of the call that returns who is signed in.
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
    } else if (isBeforeApp) {
      storeTypedValues();
      reload();
    } else if (PRIVATE_PAGE.test(location.pathname)) reload();
    else void followSession(session);
  });
}
