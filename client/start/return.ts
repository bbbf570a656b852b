import { CONSENT_GIVEN } from '#shared/measuring/signals.ts';
import { applyTheme } from '../shell/theme/theme.ts';
import { wasLoadedByBack } from '../shell/was-loaded-by-back.ts';

/** The visitor's answer about the tag manager, in the cookie that the server has signed. */
function consent(): string {
  return /\bconsent=\w+\.(\w+)/.exec(document.cookie)?.[1] ?? '';
}

/** Whether the page names the account that is signed in now. If the server can't tell, the page stays. */
async function isOfSignedIn(session: string): Promise<boolean> {
  const named = document.querySelector<HTMLElement>('[data-user]')?.dataset['user'];
  try {
    const { user } = (await (await fetch(session)).json()) as { user: { mark: string } | null };
    return user?.mark === named;
  } catch {
    return true;
  }
}

/**
 * A document to which the visitor returns by Back or Forward is as it was when it was left, and can come without a request: applies the theme
 * that was chosen since, and loads it again if who is signed in, or what may measure, has changed. `session` is the call that says who is.
 */
export function followReturn({ session = '' }: DOMStringMap): void {
  let shown = consent();
  document.addEventListener(CONSENT_GIVEN, () => (shown = consent()));
  const check = async () => {
    applyTheme();
    if (shown !== consent() || !(await isOfSignedIn(session))) location.reload();
  };
  if (wasLoadedByBack()) void check();
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void check();
  });
}
