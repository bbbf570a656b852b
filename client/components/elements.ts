import type { ReactElement } from 'react';

/**
 * Content that a component shows beside other elements. It excludes text, because a browser's translator replaces text nodes, and then
 * React can't change or remove one that has siblings.
 */
export type Elements = ReactElement | readonly Elements[] | false | null | undefined;
