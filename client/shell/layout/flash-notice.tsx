import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { type Notice as NoticeName, noticeTone, noticeWords } from '#shared/account/notices.ts';
import { Notice } from '../../components/notices/notice.tsx';

/** Notices that their page shows as a state of its own. */
const SAID_BY_THEIR_PAGE: ReadonlySet<NoticeName> = new Set<NoticeName>(['registered', 'reset-sent']);

interface Parts {
  readonly notice: NoticeName | null;
  readonly whom: string | undefined;
  readonly page: string | null;
}

/** Until the page is left. With script, a toast or the form shows the result. */
export function FlashNotice({ notice, whom, page }: Parts) {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const [isLeft, setIsLeft] = useState(false);
  if (notice === null || isLeft || SAID_BY_THEIR_PAGE.has(notice)) return null;
  if (path !== page) setIsLeft(true);
  return (
    <div className="mb-8">
      <Notice tone={noticeTone(notice)}>
        <p className="wrap-anywhere">{noticeWords(notice, whom)}</p>
      </Notice>
    </div>
  );
}
