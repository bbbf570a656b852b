import type { Notice as Name } from '#shared/account.ts';
import { Notice } from '../components/notice.tsx';
import { NOTICE_WORDS } from '../wording/notices.ts';

/** Pages of these have a whole state of their own for it. */
const SAID_BY_THEIR_PAGE: ReadonlySet<Name> = new Set<Name>(['registered', 'reset-sent']);

/** What a form that was posted without script did: while scripts run, a toast or the form says so. */
export function FlashNotice({ notice }: { readonly notice: Name | null }) {
  if (notice === null || SAID_BY_THEIR_PAGE.has(notice)) return null;
  return (
    <div className="mb-8">
      <Notice tone="done">
        <p>{NOTICE_WORDS[notice]}</p>
      </Notice>
    </div>
  );
}
