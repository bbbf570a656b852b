import type { FormEvent } from 'react';
import type { Done } from '#shared/account/account.ts';
import type { AccountCommand, AccountInput } from '#shared/account/account-fields.ts';
import type { Elements } from '../../components/elements.ts';
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

interface Parts<Name extends AccountCommand> extends Omit<Command<Name>, 'input'> {
  /** What the buttons outside of the form call it. */
  readonly id?: string;
  /** Without the `account`, if the pressed button names it. */
  readonly input: AccountInput<Name> | Omit<AccountInput<Name>, 'account'>;
  /** Called when the command is sent: older messages no longer hold. */
  readonly onSend?: (button: HTMLElement | null) => void;
  /** Called after success, if the page stays. */
  readonly onDone?: (done: Done) => void;
  readonly onFailed: (error: unknown, button: HTMLElement | null) => void;
  /** Renders the button, unless it is outside; the argument says whether the command is being sent. */
  readonly children?: (isPending: boolean) => Elements;
}

/** The form of a button that sends a command: a plain post without script, a call with script. */
export function CommandForm<Name extends AccountCommand>(parts: Parts<Name>) {
  const { id, command, input, from, onSend, onDone, onFailed, children } = parts;
  const { isPending, take, end } = useOneAtATime();
  const perform = useCommand();

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!take()) return;
    const button = submitterOf(event);
    onSend?.(button);
    const outcome = await perform(command, { ...input, ...valueOf(button) } as AccountInput<Name>);
    if (outcome.kind === 'left') return;
    if (outcome.kind === 'failed') onFailed(outcome.error, button);
    else onDone?.(outcome.done);
    end();
  }

  return (
    <PostForm id={id} call={command} onSubmit={(event) => void send(event)}>
      <input type="hidden" name={FORM_FIELD} value={command} />
      {from === undefined ? null : <input type="hidden" name="from" value={from} />}
      {Object.entries(input).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={String(value)} />
      ))}
      {children ? children(isPending) : null}
    </PostForm>
  );
}

function submitterOf({ nativeEvent }: FormEvent<HTMLFormElement>): HTMLElement | null {
  return nativeEvent instanceof SubmitEvent ? nativeEvent.submitter : null;
}

/** The value of the pressed button, by its name, if it has one. */
function valueOf(button: HTMLElement | null): Readonly<Record<string, string>> {
  return button instanceof HTMLButtonElement && button.name !== '' ? { [button.name]: button.value } : {};
}

/** Posts the form of a button as without script: the page then shows what is true now, and why the command was refused. */
export function postPlainly(button: HTMLElement | null): void {
  if (!(button instanceof HTMLButtonElement) || button.form === null) return;
  const { form } = button;
  for (const [name, value] of Object.entries(valueOf(button))) {
    const field = document.createElement('input');
    Object.assign(field, { type: 'hidden', name, value });
    form.append(field);
  }
  form.submit();
}
