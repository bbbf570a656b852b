import type { MailNotices, ReturnedMail } from '../../outside/mail/mail-notices.ts';
import type { NoticeSource } from './notices.ts';

/** `record` records a returned mail; `notice` is the cause. */
export function mailNotices(
  notices: MailNotices,
  record: (returned: ReturnedMail, notice: string) => Promise<void>,
): NoticeSource {
  return {
    name: notices.name,
    async read(body, headers, now) {
      const { id, returned } = notices.parse(body, headers, now);
      return { id, handle: async () => returned && record(returned, id) };
    },
  };
}
