import type { AccountServices } from './accounts/context.ts';
import type { Guards } from './shared-limits.ts';
import type { Log } from './process/log.ts';

/** The services of every request. */
export interface Services extends AccountServices, Guards {
  readonly log: Log;
}
