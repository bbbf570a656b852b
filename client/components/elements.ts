import type { ReactElement } from 'react';

/** Excludes text: a browser's translator replaces text nodes, and then React can't change or remove one that has siblings. */
export type Elements = ReactElement | readonly Elements[] | false | null | undefined;
