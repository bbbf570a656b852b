/** Name of the cookie with which the script of the owner's pages tells the server that this browser runs it. */
export const SCRIPT_COOKIE = 'scripts';
