import type { FormEvent, ReactNode } from 'react';
import type { Done } from '#shared/account.ts';
import type { AccountCommand, AccountInput } from '#shared/account-fields.ts';
import { useOneAtATime } from '../../shell/use-one-at-a-time.ts';
import { PostForm } from '../../shell/post-form.tsx';
import { FORM_FIELD } from './posted.ts';
import { useCommand } from './use-command.ts';

/** A command that asks nothing, with all it needs. */
export interface Command<Name extends AccountCommand> {
  readonly command: Name;
  readonly input: AccountInput<Name>;
  /** The search of its page, for a plain post to come back to; scripts never leave the page. */
  readonly from?: string;
}

interface Parts<Name extends AccountCommand> extends Command<Name> {
  /** It is on its way: what was said of the time before holds no more. */
  readonly onSend?: () => void;
  /** It worked, and its page is still here. */
  readonly onDone?: (done: Done) => void;
  readonly onFailed: (error: unknown) => void;
  /** The button, given whether the command is on its way. */
  readonly children: (isPending: boolean) => ReactNode;
}

/** The form around a button that sends a command: a plain one, and one that stays in place while scripts run. */
export function CommandForm<Name extends AccountCommand>(parts: Parts<Name>) {
  const { command, input, from, onSend, onDone, onFailed, children } = parts;
  const { isPending, take, end } = useOneAtATime();
  const perform = useCommand();

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!take()) return;
    onSend?.();
    const outcome = await perform(command, input);
    if (outcome.kind === 'left') return;
    if (outcome.kind === 'failed') onFailed(outcome.error);
    else onDone?.(outcome.done);
    end();
  }

  return (
    <PostForm call={command} onSubmit={(event) => void send(event)}>
      <input type="hidden" name={FORM_FIELD} value={command} />
      {from === undefined ? null : <input type="hidden" name="from" value={from} />}
      {Object.entries(input).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={String(value)} />
      ))}
      {children(isPending)}
    </PostForm>
  );
}
