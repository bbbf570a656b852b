import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { Done } from '#shared/account/account.ts';
import type { AccountCommand, AccountInput } from '#shared/account/account-fields.ts';
import { RpcError } from '#shared/calls/rpc-error.ts';
import { type AccountFailure, failureOf, failureOfPosted, invalid, withoutField } from './failure.ts';
import { type Posted, isOnlyForPosts } from './posted.ts';
import { useCommand } from './use-command.ts';
import { focusHeading } from '../../shell/layout/page-focus.ts';
import { useOneAtATime } from '../../shell/use-one-at-a-time.ts';

export interface AccountFormOptions {
  /** The result of a post without script. */
  readonly posted: Posted | null;
  /** The first values of the fields. */
  readonly initial?: Readonly<Record<string, string>>;
  /** What is sent; by default every field as text. */
  readonly inputOf?: (data: FormData) => Readonly<Record<string, unknown>>;
  /** Called after each call that was answered: null after success. */
  readonly onAnswer?: (error: RpcError | null) => void;
}

/** What a command did, and to whose account or address. */
type Said = Pick<Done, 'notice' | 'whom'>;

/** Resets a form; `form.reset` may be a field with that name. */
function clear(form: HTMLFormElement): void {
  HTMLFormElement.prototype.reset.call(form);
}

/**
 * State of an account form: sent by a call while scripts run, else a plain post. The inputs are uncontrolled.
 */
export function useAccountForm<Name extends AccountCommand>(command: Name, options: AccountFormOptions) {
  const { posted, initial, inputOf = textsOf, onAnswer } = options;
  const own = posted?.form === command ? posted : null;
  const formRef = useRef<HTMLFormElement>(null);
  const [failure, setFailure] = useState(() => failureOfPosted(own));
  const [done, setDone] = useState<{ readonly said: Said; readonly values: Posted['values'] } | null>(null);
  /** The first values of a form that is shown again after another state had replaced it. */
  const [kept, setKept] = useState<Posted['values'] | null>(null);
  const { isPending, take, end } = useOneAtATime();
  /** Number of refusals while the script runs: each one moves the focus to the error. */
  const [refusals, setRefusals] = useState(0);
  const perform = useCommand();

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

  function refuse(failed: AccountFailure) {
    setFailure(failed);
    end();
    setRefusals((count) => count + 1);
  }

  async function send(form: HTMLFormElement) {
    if (!take()) return;
    const data = new FormData(form);
    const input = await checked(command, inputOf(data));
    if ('failure' in input) return refuse(input.failure);
    setFailure(null);
    setDone(null);
    const outcome = await perform(command, input.value);
    if (outcome.kind === 'failed') {
      if (outcome.error instanceof RpcError) onAnswer?.(outcome.error);
      return refuse(failureOf(outcome.error));
    }
    // The bfcache may keep this document, and another person may press Back.
    if (outcome.kind === 'left') return clear(form);
    end();
    onAnswer?.(null);
    setDone({ said: outcome.done, values: withoutSecrets(form, textsOf(data)) });
    // A form that begins empty is emptied after success; one that shows saved values keeps them.
    // What was typed while it was sent stays.
    if (initial === undefined && isSame(textsOf(data), textsOf(new FormData(form)))) clear(form);
  }

  function onInput({ target }: FormEvent<HTMLFormElement>) {
    const { name } = target as HTMLInputElement;
    setFailure((current) => withoutField(current, name));
  }

  /** What a plain post left typed; after success the form is empty. */
  const typed = own?.notice ? undefined : own?.values;
  const sent = done?.values ?? (kept === null && own?.notice ? own.values : null);

  /** Shows the form again with the submitted values, to be corrected. */
  function again() {
    setKept(sent);
    setDone(null);
  }

  const fields = failure?.fields ?? {};
  return {
    command,
    failure,
    /** The result of a call; null before. After a plain post, the root shows it. */
    said: done?.said ?? null,
    /** The submitted values after success, without secrets; null before. */
    sent,
    again,
    isPending,
    /** Props of the failure notice. Without script, the browser focuses it on load. */
    refused: {
      failure,
      id: failureId(command),
      autoFocus: refusals === 0 && own !== null && failure?.wording !== null,
    },
    formRef,
    onInput,
    onSubmit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      void send(event.currentTarget);
    },
    /** Props of a control. Without script, the browser focuses the first control with an error on load. */
    field: (name: string) => ({
      name,
      scope: command,
      error: fields[name],
      defaultValue: kept?.[name] ?? typed?.[name] ?? initial?.[name],
      autoFocus: refusals === 0 && own !== null && Object.keys(fields)[0] === name,
    }),
  };
}

export type AccountForm = ReturnType<typeof useAccountForm>;

function failureId(command: string): string {
  return `failure-${command}`;
}

function focusFailure(form: HTMLFormElement | null): void {
  const wrong =
    form?.querySelector<HTMLElement>('[aria-invalid="true"]') ?? form?.querySelector<HTMLElement>('[role="alert"]');
  wrong?.focus();
}

/** The fields of a form as text, without those that are only for plain posts. */
export function textsOf(data: FormData): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [name, value] of data) {
    if (typeof value === 'string' && !isOnlyForPosts(name)) texts[name] = value;
  }
  return texts;
}

function isSame(texts: Readonly<Record<string, string>>, others: Readonly<Record<string, string>>): boolean {
  return Object.entries(texts).every(([name, text]) => others[name] === text);
}

/** The values without those of password fields, which are not kept after sending. */
function withoutSecrets(form: HTMLFormElement, texts: Record<string, string>): Record<string, string> {
  const isSecret = (name: string) => {
    const field = form.elements.namedItem(name);
    return field instanceof HTMLInputElement && field.type === 'password';
  };
  return Object.fromEntries(Object.entries(texts).filter(([name]) => !isSecret(name)));
}

type Checked<Name extends AccountCommand> =
  | { readonly value: AccountInput<Name> }
  | { readonly failure: AccountFailure };

/** The validated input. If the rules cannot be loaded, the input is sent as it is: the server validates too. */
async function checked<Name extends AccountCommand>(
  command: Name,
  typed: Readonly<Record<string, unknown>>,
): Promise<Checked<Name>> {
  const rules = await Promise.all([
    import('#shared/account/account-fields.ts'),
    import('#shared/booking/booking-details.ts'),
  ]).catch(() => null);
  if (rules === null) return { value: typed as AccountInput<Name> };
  const [{ accountInputs }, { fieldErrors }] = rules;
  const parsed = accountInputs[command].safeParse(typed);
  return parsed.success
    ? { value: parsed.data as AccountInput<Name> }
    : { failure: invalid(fieldErrors(parsed.error)) };
}
