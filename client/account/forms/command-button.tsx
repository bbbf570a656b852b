import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { Notice as Name } from '#shared/account/account.ts';
import type { AccountCommand } from '#shared/account/account-fields.ts';
import { Button, type ButtonLook } from '../../components/button.tsx';
import { Notice } from '../../components/notices/notice.tsx';
import { LASTING, noticeTone, noticeWords } from '../../wording/notices.ts';
import { type Command, CommandForm } from './command-form.tsx';
import { type AccountFailure, failureOf } from './failure.ts';
import { FailureNotice } from './failure-notice.tsx';
import { useKeepFocus } from './use-keep-focus.ts';

interface Parts<Of extends AccountCommand> extends Command<Of> {
  readonly look?: ButtonLook;
  readonly children: ReactNode;
}

/** A command without fields: one button, with room above it for the result. */
export function CommandButton<Of extends AccountCommand>({ look, children, ...command }: Parts<Of>) {
  const [failure, setFailure] = useState<AccountFailure | null>(null);
  const [notice, setNotice] = useState<Name | null>(null);
  const id = useId();
  const noticeRef = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (notice !== null) noticeRef.current?.focus();
  }, [notice]);

  const keepFocus = useKeepFocus();

  function clear() {
    keepFocus();
    setFailure(null);
    setNotice(null);
  }

  return (
    <CommandForm
      {...command}
      onSend={clear}
      onDone={(done) => setNotice(done.notice)}
      onFailed={(error) => setFailure(failureOf(error))}
    >
      {(isPending) => (
        <div className="flex max-w-prose flex-col items-start gap-3">
          <FailureNotice failure={failure} id={id} />
          {notice !== null && LASTING.has(notice) ? (
            <Notice tone={noticeTone(notice)} tabIndex={-1} ref={noticeRef}>
              <p>{noticeWords(notice)}</p>
            </Notice>
          ) : null}
          <Button type="submit" {...(look && { look })} aria-disabled={isPending}>
            {children}
          </Button>
        </div>
      )}
    </CommandForm>
  );
}
