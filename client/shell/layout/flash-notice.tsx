import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import type { Notice as Name } from '#shared/account.ts';
import { Notice } from '../../components/notices/notice.tsx';
import { noticeTone, noticeWords } from '../../wording/notices.ts';

/** Pages of these have a whole state of their own for it. */
const SAID_BY_THEIR_PAGE: ReadonlySet<Name> = new Set<Name>(['registered', 'reset-sent']);

interface Parts {
  readonly notice: Name | null;
  /** Whom it was done to, when that is another person. */
  readonly whom: string | undefined;
  /** The path of the page that it is for. */
  readonly page: string | null;
}

/** What a form that was posted without script did, until its page is left: while scripts run, a toast, the form or `ArrivalNotice` says so. */
export function FlashNotice({ notice, whom, page }: Parts) {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const [isLeft, setIsLeft] = useState(false);
  if (notice === null || isLeft || SAID_BY_THEIR_PAGE.has(notice)) return null;
  if (path !== page) setIsLeft(true);
  return <SaidNotice notice={notice} whom={whom} />;
}

/** What was done, above the page. */
export function SaidNotice({ notice, whom }: { readonly notice: Name; readonly whom: string | undefined }) {
  return (
    <div className="mb-8">
      <Notice tone={noticeTone(notice)}>
        <p className="wrap-anywhere">{noticeWords(notice, whom)}</p>
      </Notice>
    </div>
  );
}
