import { SCRIPT_COOKIE } from '#shared/script-cookie.ts';

/** Tells the server that this browser runs our script, so that it may stream the owner's first page from now on. */
export function tellThatScriptsRun(): void {
  const secure = location.protocol === 'https:' ? '; secure' : '';
  document.cookie = `${SCRIPT_COOKIE}=run; path=/app/admin; samesite=lax${secure}`;
}
