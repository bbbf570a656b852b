import type { AccountServices } from './accounts/context.ts';
import type { HashingQueue } from './accounts/passwords/hashing-queue.ts';
import type { Guards } from './shared-limits.ts';
import type { Log } from './process/log.ts';
import type { MailNotices } from './outside/mail/mail-notices.ts';
import type { ObjectStorage } from './outside/storage/port.ts';

/** The services of every request. */
export interface Services extends AccountServices, Guards {
  readonly hashing: HashingQueue;
  readonly log: Log;
  readonly mailNotices: MailNotices;
  readonly storage: ObjectStorage;
}
