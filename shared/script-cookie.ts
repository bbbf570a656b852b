/** Name of the cookie with which the script of the owner's pages tells the server that this browser runs it. */
export const SCRIPT_COOKIE = 'scripts';

/** Search parameter of a page that is sent whole, for a browser that ran our script once and does not now. */
export const WHOLE_PAGE = 'whole';
