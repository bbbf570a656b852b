import type { Log } from '../../process/log.ts';
import { KeptAnswers } from '../http/kept-answers.ts';
import { logRepeated } from '../middleware/request-log.ts';
import { type PageSources, pagesAsOf } from './shared-pages.ts';

interface Sources extends PageSources {
  readonly store: { readonly seal: object | null };
  readonly log: Log;
}

/** The answers that are repeated as long as the pages among them are up to date. */
export function openKeptAnswers({ store, log, ...pages }: Sources): KeptAnswers {
  // While nothing is saved, pages say so.
  const asOf = () => (store.seal === null ? pagesAsOf(pages) : null);
  return new KeptAnswers({ asOf, onRepeated: logRepeated(log) });
}
