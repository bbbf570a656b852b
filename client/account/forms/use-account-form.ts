import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { Notice } from '#shared/account.ts';
import type { AccountCommand, AccountInput } from '#shared/account-fields.ts';
import { type AccountFailure, failureOf, failureOfPosted, invalid, withoutField } from './failure.ts';
import { type Posted, isOnlyForPosts } from './posted.ts';
import { useCommand } from './use-command.ts';
import { focusHeading } from '../../shell/layout/page-focus.ts';
import { useOneAtATime } from '../../shell/use-one-at-a-time.ts';

export interface AccountFormOptions {
  /** What a post without script left for the page. */
  readonly posted: Posted | null;
  /** What the fields begin with. */
  readonly initial?: Readonly<Record<string, string>>;
}

/** Empties a form as the browser does; a field named `reset` hides the form's own method. */
function clear(form: HTMLFormElement): void {
  HTMLFormElement.prototype.reset.call(form);
}

/** A form about accounts: a plain one, and one that answers in place while scripts run. Texts stay in their fields. */
export function useAccountForm<Name extends AccountCommand>(command: Name, { posted, initial }: AccountFormOptions) {
  const own = posted?.form === command ? posted : null;
  const formRef = useRef<HTMLFormElement>(null);
  const [failure, setFailure] = useState(() => failureOfPosted(own));
  const [done, setDone] = useState<{ readonly notice: Notice | null; readonly values: Posted['values'] } | null>(null);
  /** What a form that another state had taken the place of begins with when it is shown once more. */
  const [kept, setKept] = useState<Posted['values'] | null>(null);
  const { isPending, take, end } = useOneAtATime();
  /** How often the form was refused while scripts ran: each time, the focus goes to what is wrong. */
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
    const typed = textsOf(form);
    const input = await checked(command, typed);
    if ('failure' in input) return refuse(input.failure);
    setFailure(null);
    setDone(null);
    const outcome = await perform(command, input.value);
    if (outcome.kind === 'failed') return refuse(failureOf(outcome.error));
    // The browser may keep this document for Back, and the next person may press it.
    if (outcome.kind === 'left') return clear(form);
    end();
    setDone({ notice: outcome.done.notice, values: withoutSecrets(form, typed) });
    // What a form that begins empty asked for is done; one that shows what is saved goes on showing it.
    if (initial === undefined) clear(form);
  }

  function onInput({ target }: FormEvent<HTMLFormElement>) {
    const { name } = target as HTMLInputElement;
    setFailure((current) => withoutField(current, name));
  }

  const sent = done?.values ?? (kept === null && own?.notice ? own.values : null);

  /** Shows the form once more with what was sent, to be put right. */
  function again() {
    setKept(sent);
    setDone(null);
  }

  const fields = failure?.fields ?? {};
  return {
    command,
    failure,
    /** What it did while scripts ran. After a plain post the root says so. */
    notice: done?.notice ?? null,
    /** What was sent and accepted, one way or the other, but for secrets; null before. */
    sent,
    again,
    isPending,
    /** What is said of it as a whole. Without script, the browser goes there. */
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
    /** What ties a control to this form. Without script, the browser takes the focus to the first that is wrong. */
    field: (name: string) => ({
      name,
      scope: command,
      error: fields[name],
      defaultValue: kept?.[name] ?? own?.values[name] ?? initial?.[name],
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

function textsOf(form: HTMLFormElement): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [name, value] of new FormData(form)) {
    if (typeof value === 'string' && !isOnlyForPosts(name)) texts[name] = value;
  }
  return texts;
}

/** No password stays longer than it takes to send it. */
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

/** The input by the rules. When they cannot be had, it goes as it is: the server has them too. */
async function checked<Name extends AccountCommand>(
  command: Name,
  typed: Record<string, string>,
): Promise<Checked<Name>> {
  const rules = await Promise.all([import('#shared/account-fields.ts'), import('#shared/booking-details.ts')]).catch(
    () => null,
  );
  if (rules === null) return { value: typed as AccountInput<Name> };
  const [{ accountInputs }, { fieldErrors }] = rules;
  const parsed = accountInputs[command].safeParse(typed);
  return parsed.success
    ? { value: parsed.data as AccountInput<Name> }
    : { failure: invalid(fieldErrors(parsed.error)) };
}
