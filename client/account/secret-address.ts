/** Pages whose address carries a secret: it must not stay there, nor reach any other site. */
const PATHS = ['/reset-password', '/sign-in-here', '/verify-email'];

/**
 * Response headers of such a page: other sites are not told its address, only its origin. With `no-referrer`, browsers leave
 * `Origin` out of plain forms, too, and those are then refused.
 */
export const secretHeaders = { 'referrer-policy': 'strict-origin' } as const;

/**
 * Runs in the head before any other script, so that none of them finds the secret in the address. The page has it in its
 * form. Plain visitors keep the address, and can load it again.
 */
export const HIDE_SECRET_SCRIPT = `if(${JSON.stringify(PATHS)}.includes(location.pathname)&&location.search)history.replaceState(history.state,'',location.pathname)`;
