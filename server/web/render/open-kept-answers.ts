import type { Log } from '../../process/log.ts';
import { KeptAnswers } from '../http/kept-answers.ts';
import { logRepeated } from '../middleware/request-log.ts';
import { type PageSources, pagesAsOf } from './shared-pages.ts';

interface Sources extends PageSources {
  readonly log: Log;
}

/** The answers that are repeated as long as the pages among them are up to date. */
export function openKeptAnswers({ log, ...pages }: Sources): KeptAnswers {
  return new KeptAnswers({ asOf: () => pagesAsOf(pages), onRepeated: logRepeated(log) });
}
