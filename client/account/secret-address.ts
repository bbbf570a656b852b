/** Pages with a secret in their address, which must not stay there, nor reach another site. */
const PATHS = ['/reset-password', '/verify-email'];

/**
 * Other sites see its origin, not its address. With `no-referrer`, browsers leave `Origin` out of plain forms, which are then
 * refused.
 */
export const secretHeaders = { 'referrer-policy': 'strict-origin' } as const;

/** In the head before any other script. The page's form has the secret. Without script the address stays. */
export const HIDE_SECRET_SCRIPT = `if(${JSON.stringify(PATHS)}.includes(location.pathname)&&location.search)history.replaceState(history.state,'',location.pathname)`;
