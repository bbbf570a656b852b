import type { FormEvent, ReactNode } from 'react';
import type { Done } from '#shared/account/account.ts';
import type { AccountCommand, AccountInput } from '#shared/account/account-fields.ts';
import { useOneAtATime } from '../../shell/use-one-at-a-time.ts';
import { PostForm } from '../../shell/post-form.tsx';
import { FORM_FIELD } from './posted.ts';
import { useCommand } from './use-command.ts';

/** A command without fields, with its input. */
export interface Command<Name extends AccountCommand> {
  readonly command: Name;
  readonly input: AccountInput<Name>;
  /** The search parameters of its page, to return to after a plain post. */
  readonly from?: string;
}

interface Parts<Name extends AccountCommand> extends Command<Name> {
  /** Called when the command is sent: older messages no longer hold. */
  readonly onSend?: () => void;
  /** Called after success, if the page stays. */
  readonly onDone?: (done: Done) => void;
  readonly onFailed: (error: unknown) => void;
  /** Renders the button; the argument says whether the command is being sent. */
  readonly children: (isPending: boolean) => ReactNode;
}

/** The form of a button that sends a command: a plain post without script, a call with script. */
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
