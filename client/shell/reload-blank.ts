/** Without typed values, which may be those of an account that has signed out since. Hides the page until then. */
export function reloadBlank(): void {
  document.documentElement.hidden = true;
  // `reload()` would keep typed values in some browsers.
  location.replace(location.pathname + location.search);
}
