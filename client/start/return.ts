import { reloadBlank } from '../shell/reload-blank.ts';
import { storedConsent } from '../measuring/stored-consent.ts';
import { applyTheme } from '../shell/theme/theme.ts';
import { isTakenOver } from '../shell/taken-over.ts';
import { storeTypedValues } from './typed-values.ts';

/** How long a form stays hidden at most. */
const ANSWER_MS = 5000;

/** If the server doesn't answer, the page stays. */
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
 * Reloads the page if a different account is signed in. Until then, hides the account's name, or an account's whole booking form.
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
 * On Back or Forward, the browser restores a page from its bfcache without a request. Applies the theme chosen since, and reloads
 * an outdated page: a private one, another account's, and one that was left before hydration. The booking form itself fetches
 * what has changed.
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
    // A tag manager can't be unloaded, and the policy of a page without one allows none. A first response is applied by the
    // measuring script.
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
