import type { AccountCommand } from '#shared/account/account-fields.ts';
import { Notice } from '../../components/notices/notice.tsx';
import { Worded } from '../../components/notices/worded.tsx';
import { failureOfPosted } from './failure.ts';
import type { Posted } from './posted.ts';

interface Parts {
  readonly posted: Posted | null;
  /** Forms of one button, which have no place for a message. */
  readonly forms: readonly AccountCommand[];
}

/** Says why a form posted without script was refused, where the form itself has no place for it. */
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
