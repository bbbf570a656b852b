import type { ReactElement } from 'react';

/**
 * Content that a component shows beside other elements. Not text: translators of browsers replace text nodes, and React could no longer
 * change or remove one that has siblings.
 */
export type Elements = ReactElement | readonly Elements[] | false | null | undefined;
