/**
 * Loads the page again without its typed values: they may be those of an account that has signed out since. Hides the page at once,
 * because the response may take a while.
 */
export function reloadBlank(): void {
  document.documentElement.hidden = true;
  // `reload()` would keep typed values in some browsers.
  location.replace(location.pathname + location.search);
}
