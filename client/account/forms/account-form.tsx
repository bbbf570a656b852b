import type { ReactNode } from 'react';
import { rpcPath } from '#shared/rpc.ts';
import { Button, type ButtonLook } from '../../components/button.tsx';
import { Notice } from '../../components/notices/notice.tsx';
import { LASTING, noticeWords } from '../../wording/notices.ts';
import { FailureNotice } from './failure-notice.tsx';
import { useFormName } from '../../shell/account-of-page.tsx';
import { HiddenFields } from './hidden-fields.tsx';
import type { AccountForm as Form } from './use-account-form.ts';

interface Parts {
  readonly form: Form;
  /** What the button says. */
  readonly button: string;
  readonly look?: ButtonLook;
  readonly children?: ReactNode;
}

/** The fields of a command about accounts, with what came of it above them and its button below. */
export function AccountForm({ form, button, look = 'primary', children }: Parts) {
  const { command, refused, notice, isPending, formRef, onInput, onSubmit } = form;
  const name = useFormName();
  return (
    <form
      ref={formRef}
      name={name}
      method="post"
      action={rpcPath(command)}
      noValidate
      className="flex max-w-prose flex-col gap-5"
      onInput={onInput}
      onSubmit={onSubmit}
    >
      <HiddenFields command={command} />
      <FailureNotice {...refused} />
      {notice !== null && LASTING.has(notice) ? (
        <Notice tone="done" tabIndex={-1} data-done>
          <p>{noticeWords(notice)}</p>
        </Notice>
      ) : null}
      {children}
      <div>
        <Button type="submit" look={look} aria-disabled={isPending}>
          {isPending ? 'One moment…' : button}
        </Button>
      </div>
    </form>
  );
}
