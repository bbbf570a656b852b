import { type FormEvent, type Ref, useEffect, useRef, useState } from 'react';
import type { Done } from '#shared/account/account.ts';
import type { AccountCommand } from '#shared/account/account-fields.ts';
import { mayStand } from '#shared/calls/refusals.ts';
import { RpcError } from '#shared/calls/rpc-error.ts';
import { Button, type ButtonLook, type Elements } from '../../components/page.tsx';
import { Notice } from '../../components/notices/notice.tsx';
import { type Action, ActionForm } from '../../shell/action-form.tsx';
import { focusHeading } from '../../shell/layout/page-focus.ts';
import { newKey } from '../../shell/new-key.ts';
import { LASTING, noticeWords } from '#shared/account/notices.ts';
import { FailureNotice, FORM_FIELD, type Posted, failureOf, failureOfPosted, isOnlyForPosts } from './failure.tsx';
import { withoutField } from '../../booking/form/state/failure.ts';
import { useFollow } from './use-follow.ts';
import { PASSWORD_HINT } from '#shared/account/password.ts';
import { TextField } from '../../components/fields/inputs.tsx';

interface Options {
  readonly posted: Posted | null;
  readonly initial?: Readonly<Record<string, string>>;
  /** The idempotency key that the page was rendered with. */
  readonly postKey?: string;
  readonly onRefused?: () => void;
}

/** The inputs are uncontrolled. */
export function useAccountForm(command: AccountCommand, { posted, initial, postKey, onRefused }: Options) {
  const own = posted?.form === command ? posted : null;
  const formRef = useRef<HTMLFormElement>(null);
  const [failure, setFailure] = useState(() => failureOfPosted(own));
  const [done, setDone] = useState<{ readonly said: Done; readonly values: Posted['values'] } | null>(null);
  /** For a form that is shown again after another state replaced it. */
  const [kept, setKept] = useState<Posted['values'] | null>(null);
  /** Each refusal with script moves the focus to the error. */
  const [refusals, setRefusals] = useState(0);
  const [key, setKey] = useState(postKey);
  const follow = useFollow();

  useEffect(() => {
    if (refusals > 0) focusFailure(formRef.current);
  }, [refusals]);

  useEffect(() => {
    if (kept !== null) focusHeading();
  }, [kept]);

  const hasSaid = done !== null;
  useEffect(() => {
    if (hasSaid) formRef.current?.querySelector<HTMLElement>('[data-done]')?.focus();
  }, [hasSaid]);

  /** The key stays while the last request may have taken effect, so that pressing again repeats it. */
  function renewKey() {
    if (postKey !== undefined) setKey(newKey());
  }

  const action: Action<AccountCommand> = {
    call: command,
    onSend() {
      setFailure(null);
      setDone(null);
    },
    async onDone(said, form, data) {
      const isLeft = await follow(said);
      if (isLeft) {
        // The bfcache may keep this document, and another person may press Back.
        clear(form);
        return true;
      }
      renewKey();
      setDone({ said, values: withoutSecrets(form, textsOf(data)) });
      // After success, a form that began empty is emptied. What was typed while it was sent stays.
      if (initial === undefined && isSame(textsOf(data), textsOf(new FormData(form)))) clear(form);
      return false;
    },
    onRefused(error) {
      if (error instanceof RpcError) {
        if (!mayStand(error.refusal)) renewKey();
        onRefused?.();
      }
      setFailure(failureOf(error));
      setRefusals((count) => count + 1);
    },
  };

  const typed = own?.notice ? undefined : own?.values;
  const sent = done?.values ?? (kept === null && own?.notice ? own.values : null);

  function showAgain() {
    setKept(sent);
    setDone(null);
  }

  const fields = failure?.fields ?? {};
  const isFocused = refusals === 0 && own !== null;
  return {
    call: command,
    failure,
    /** The result of a call. After a plain post, the root shows it. */
    said: done?.said ?? null,
    /** Without secrets; null before success. */
    sent,
    showAgain,
    formRef,
    parts: {
      ...action,
      ref: formRef as Ref<HTMLFormElement>,
      noValidate: true,
      fields: { [FORM_FIELD]: command, key },
      onInput({ target }: FormEvent<HTMLFormElement>) {
        const { name } = target as HTMLInputElement;
        setFailure((current) => withoutField(current, name));
      },
    },
    /** Without script, the browser focuses the failure notice on load. */
    refused: { failure, id: `failure-${command}`, autoFocus: isFocused && failure?.wording !== null },
    /** Without script, the browser focuses the first control with an error on load. */
    field: (name: string) => ({
      name,
      scope: command,
      error: fields[name],
      defaultValue: kept?.[name] ?? typed?.[name] ?? initial?.[name],
      autoFocus: isFocused && Object.keys(fields)[0] === name,
    }),
  };
}

export type AccountFormState = ReturnType<typeof useAccountForm>;

interface Parts {
  readonly form: AccountFormState;
  readonly button: string;
  readonly look?: ButtonLook;
  readonly fields?: Readonly<Record<string, string | undefined>>;
  readonly isPlain?: boolean;
  readonly children?: Elements;
}

/** The result above the fields, the button below. */
export function AccountForm({ form, button, look = 'primary', fields, isPlain = false, children }: Parts) {
  const { refused, said, parts } = form;
  return (
    <ActionForm
      {...parts}
      fields={{ ...parts.fields, ...fields }}
      isPlain={isPlain}
      className="flex max-w-prose flex-col gap-5"
    >
      {(isPending) => (
        <>
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
        </>
      )}
    </ActionForm>
  );
}

function focusFailure(form: HTMLFormElement | null): void {
  const wrong =
    form?.querySelector<HTMLElement>('[aria-invalid="true"]') ?? form?.querySelector<HTMLElement>('[role="alert"]');
  wrong?.focus();
}

/** `form.reset` may be a field with that name. */
function clear(form: HTMLFormElement): void {
  HTMLFormElement.prototype.reset.call(form);
}

/** Without fields that are only for plain posts. */
function textsOf(data: FormData): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [name, value] of data) {
    if (typeof value === 'string' && !isOnlyForPosts(name)) texts[name] = value;
  }
  return texts;
}

function isSame(texts: Readonly<Record<string, string>>, others: Readonly<Record<string, string>>): boolean {
  return Object.entries(texts).every(([name, text]) => others[name] === text);
}

function withoutSecrets(form: HTMLFormElement, texts: Record<string, string>): Record<string, string> {
  const isSecret = (name: string) => {
    const field = form.elements.namedItem(name);
    return field instanceof HTMLInputElement && field.type === 'password';
  };
  return Object.fromEntries(Object.entries(texts).filter(([name]) => !isSecret(name)));
}

/** Tells password managers the account. Without a name it is not submitted. */
export function PasswordOf({ email }: { readonly email: string }) {
  return <input type="email" autoComplete="username" value={email} readOnly hidden />;
}

interface PasswordParts {
  readonly form: AccountFormState;
  readonly name?: string;
  readonly label?: string;
  readonly hint?: string;
}

export function PasswordField({ form, name = 'password', label = 'Password', hint }: PasswordParts) {
  return <TextField {...form.field(name)} label={label} hint={hint} type="password" autoComplete="current-password" />;
}

export function NewPasswordField({ form, label = 'New password' }: PasswordParts) {
  return (
    <TextField
      {...form.field('password')}
      label={label}
      hint={PASSWORD_HINT}
      type="password"
      autoComplete="new-password"
    />
  );
}
