import { type FormEvent, type ReactNode, useState } from 'react';
import type { AccountCommand, AccountInput } from '#shared/account-fields.ts';
import { rpcPath } from '#shared/rpc.ts';
import { Button, type ButtonLook } from '../components/button.tsx';
import { useToast } from '../toasts/toasts.tsx';
import { failureOf } from './failure.ts';
import { FORM_FIELD } from './posted.ts';
import { useCommand } from './use-command.ts';

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
  const [isPending, setIsPending] = useState(false);
  const perform = useCommand();
  const toast = useToast();

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isPending) return;
    setIsPending(true);
    const outcome = await perform(command, input);
    if (outcome.kind === 'failed') {
      const { wording } = failureOf(outcome.error);
      toast(wording ? `${wording.title}. ${wording.text}` : '', 'error');
    }
    if (outcome.kind !== 'left') setIsPending(false);
  }

  return (
    <form method="post" action={rpcPath(command)} onSubmit={(event) => void send(event)}>
      <input type="hidden" name={FORM_FIELD} value={command} />
      {from === undefined ? null : <input type="hidden" name="from" value={from} />}
      {Object.entries(input).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={String(value)} />
      ))}
      {className === undefined ? (
        <Button type="submit" {...(look && { look })} aria-disabled={isPending}>
          {children}
        </Button>
      ) : (
        <button type="submit" className={className} aria-disabled={isPending}>
          {children}
        </button>
      )}
    </form>
  );
}
