import { Button, type ButtonLook } from '../../components/button.tsx';
import { Notice } from '../../components/notices/notice.tsx';
import { LASTING, noticeWords } from '../../wording/notices.ts';
import { FailureNotice } from './failure-notice.tsx';
import { PostForm } from '../../shell/post-form.tsx';
import { FORM_FIELD } from './posted.ts';
import type { AccountForm as Form } from './use-account-form.ts';
import type { Elements } from '../../components/elements.ts';

interface Parts {
  /** Without `onSubmit`, it is posted without script. */
  readonly form: Omit<Form, 'onSubmit'> & { readonly onSubmit: Form['onSubmit'] | undefined };
  /** Text of the button. */
  readonly button: string;
  readonly look?: ButtonLook;
  readonly children?: Elements;
}

/** The form of a command about accounts: its result above the fields, its button below. */
export function AccountForm({ form, button, look = 'primary', children }: Parts) {
  const { command, refused, said, isPending, formRef, onInput, onSubmit } = form;
  return (
    <PostForm
      ref={formRef}
      call={command}
      noValidate
      className="flex max-w-prose flex-col gap-5"
      onInput={onInput}
      onSubmit={onSubmit}
    >
      <input type="hidden" name={FORM_FIELD} value={command} />
      <FailureNotice {...refused} />
      {said?.notice && LASTING.has(said.notice) ? (
        <Notice tone="done" tabIndex={-1} data-done>
          <p>{noticeWords(said.notice, said.whom)}</p>
        </Notice>
      ) : null}
      {children}
      <div>
        <Button type="submit" look={look} aria-disabled={isPending}>
          {isPending ? 'One moment…' : button}
        </Button>
      </div>
    </PostForm>
  );
}
