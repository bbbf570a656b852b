/** Set by browsers that run the script of the owner's pages. */
export const SCRIPT_COOKIE = 'scripts';

/** Asks for a whole page, for a browser that ran our script once and does not now. */
export const WHOLE_PAGE = 'whole';
