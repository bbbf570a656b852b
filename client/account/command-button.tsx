import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { isAccessRefusal, signInPath } from '#shared/access.ts';
import type { Notice as Done } from '#shared/account.ts';
import type { AccountCommand, AccountInput } from '#shared/account-fields.ts';
import { rpcPath } from '#shared/rpc.ts';
import { RpcError } from '#shared/rpc-error.ts';
import { Button, type ButtonLook } from '../components/button.tsx';
import { Notice } from '../components/notice.tsx';
import { useToast } from '../toasts/toasts.tsx';
import { LASTING, NOTICE_WORDS } from '../wording/notices.ts';
import { type AccountFailure, failureOf } from './failure.ts';
import { FailureNotice } from './failure-notice.tsx';
import { FORM_FIELD } from './posted.ts';
import { useCommand } from './use-command.ts';
import { useTurn } from '../use-turn.ts';

interface Parts<Name extends AccountCommand> {
  readonly command: Name;
  readonly input: AccountInput<Name>;
  readonly look?: ButtonLook;
  /** In place of the look of a button. */
  readonly className?: string;
  /** The search of its page, for a plain post to come back to; scripts never leave the page. */
  readonly from?: string;
  readonly children: ReactNode;
}

/** A command that asks nothing: one button, and a form around it for when no script runs. */
export function CommandButton<Name extends AccountCommand>(parts: Parts<Name>) {
  const { command, input, look, className, from, children } = parts;
  const { isPending, take, end } = useTurn();
  const [failure, setFailure] = useState<AccountFailure | null>(null);
  const [notice, setNotice] = useState<Done | null>(null);
  const id = useId();
  const noticeRef = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (notice !== null) noticeRef.current?.focus();
  }, [notice]);
  const perform = useCommand();
  const toast = useToast();
  /** Among others, as in a menu, there is no room to say what came of it. */
  const hasRoom = className === undefined;

  function refuse(error: unknown) {
    const refusal = error instanceof RpcError ? error.refusal : null;
    const failed = failureOf(error);
    if (hasRoom) setFailure(failed);
    else if (isAccessRefusal(refusal)) location.assign(signInPath(refusal, location.pathname + location.search));
    else toast(failed.wording ? `${failed.wording.title}. ${failed.wording.text}` : '', 'error');
  }

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!take()) return;
    setFailure(null);
    setNotice(null);
    const outcome = await perform(command, input);
    if (outcome.kind === 'left') return;
    if (outcome.kind === 'failed') refuse(outcome.error);
    else setNotice(outcome.done.notice);
    end();
  }

  return (
    <form method="post" action={rpcPath(command)} onSubmit={(event) => void send(event)}>
      <input type="hidden" name={FORM_FIELD} value={command} />
      {from === undefined ? null : <input type="hidden" name="from" value={from} />}
      {Object.entries(input).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={String(value)} />
      ))}
      {hasRoom ? (
        <div className="flex max-w-prose flex-col items-start gap-3">
          <FailureNotice failure={failure} id={id} />
          {notice !== null && LASTING.has(notice) ? (
            <Notice tone="done" tabIndex={-1} ref={noticeRef}>
              <p>{NOTICE_WORDS[notice]}</p>
            </Notice>
          ) : null}
          <Button type="submit" {...(look && { look })} aria-disabled={isPending}>
            {children}
          </Button>
        </div>
      ) : (
        <button type="submit" className={className} aria-disabled={isPending}>
          {children}
        </button>
      )}
    </form>
  );
}
