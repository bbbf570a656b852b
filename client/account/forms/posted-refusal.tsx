import type { AccountCommand } from '#shared/account-fields.ts';
import { Notice } from '../../components/notices/notice.tsx';
import { Worded } from '../../components/notices/worded.tsx';
import { failureOfPosted } from './failure.ts';
import type { Posted } from './posted.ts';

interface Parts {
  readonly posted: Posted | null;
  /** Forms of one button, which have no place of their own for it. */
  readonly forms: readonly AccountCommand[];
}

/** Why a button that was pressed without script did nothing, and what of a post is about the page as a whole. */
export function PostedRefusal({ posted, forms }: Parts) {
  if (posted === null || !(posted.form === '' || forms.some((form) => form === posted.form))) return null;
  const wording = failureOfPosted(posted)?.wording;
  if (!wording) return null;
  return (
    <div className="mb-8">
      <Notice tone="danger" title={wording.title} role="alert">
        <p>
          <Worded text={wording.text} />
        </p>
      </Notice>
    </div>
  );
}
