/** Pages with a secret in their address: it must not stay there, nor reach another site. */
const PATHS = ['/reset-password', '/verify-email'];

/**
 * Response headers of such a page: other sites see its origin, not its address. With `no-referrer`, browsers leave `Origin` out
 * of plain forms, which are then refused.
 */
export const secretHeaders = { 'referrer-policy': 'strict-origin' } as const;

/**
 * Runs in the head before any other script, and removes the secret from the address. The page has it in its form. Without script
 * the address stays, and can be reloaded.
 */
export const HIDE_SECRET_SCRIPT = `if(${JSON.stringify(PATHS)}.includes(location.pathname)&&location.search)history.replaceState(history.state,'',location.pathname)`;
