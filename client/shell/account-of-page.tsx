import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { pageOwnerField } from '#shared/page-owner.ts';
import { Notice } from '../components/notices/notice.tsx';
import { type Wording, wordAccountRefusal } from '../wording/account-refusals.ts';

const MarkContext = createContext<string | null>(null);

/** The mark of the page's owner; null on a page for every visitor. */
export function useAccountOfPage(): string | null {
  return useContext(MarkContext);
}

/** A name for a form of the page: by it Firefox tells whether what was typed is to be given back to it. */
export function useFormName(): string | undefined {
  const mark = useAccountOfPage();
  return mark === null ? undefined : pageOwnerField(mark);
}

/** Says in a plain post whose page it comes from. The first of a form's fields, or browsers do not look at its name. */
export function PageOwnerField() {
  const name = useFormName();
  return name === undefined ? null : <input type="hidden" name={name} />;
}

interface Parts {
  /** Mark of the account whose data the page shows; it must come with that data. Null for a page without an owner. */
  readonly mark: string | null;
  /** What is said when it becomes another's. */
  readonly wording?: Wording;
  readonly children: ReactNode;
}

/**
 * Says whose page it is to every form on it. When it becomes another account's, nothing of before stays, least of all what
 * was typed, and that is said.
 */
export function AccountOfPage({ mark, wording = wordAccountRefusal('other-account'), children }: Parts) {
  const [shown, setShown] = useState({ mark, wasOthers: false });
  const noticeRef = useRef<HTMLDivElement>(null);
  if (shown.mark !== mark) setShown({ mark, wasOthers: shown.mark !== null });
  useEffect(() => {
    if (shown.wasOthers) noticeRef.current?.focus();
  }, [shown]);
  return (
    <>
      {shown.wasOthers ? (
        <div className="mb-8">
          <Notice tone="caution" title={wording.title} role="alert" tabIndex={-1} ref={noticeRef}>
            <p>{wording.text}</p>
          </Notice>
        </div>
      ) : null}
      <MarkContext key={mark} value={mark}>
        {children}
      </MarkContext>
    </>
  );
}
