import { useRouter } from '@tanstack/react-router';
import { type ComponentProps, type FormEvent, createContext, useContext, useState } from 'react';
import { formTokenField } from '#shared/account/form-token.ts';
import type { AppRpc, Contract } from '#shared/calls/contract.ts';
import { type OutputOf, opaqueId, rpcPath } from '#shared/calls/rpc.ts';
import type { Elements } from '../components/elements.ts';
import { useOneAtATime } from './use-one-at-a-time.ts';

/** The token of the account that the document was rendered for; null for none. */
export const FormToken = createContext<string | null>(null);

/** The call that the form is posted to, or for one with files an address. */
type Target =
  | { readonly call: keyof Contract; readonly action?: undefined }
  | { readonly call?: undefined; readonly action: string };

type FormParts = Omit<ComponentProps<'form'>, 'name' | 'method' | 'action' | 'children'> & {
  /** What decides which fields the form begins with. Firefox restores radio buttons and checkboxes by their places in a form of a name. */
  readonly contents?: object;
  /** Hidden fields; those without a value are left out. */
  readonly fields?: Readonly<Record<string, string | number | boolean | null | undefined>>;
};

/**
 * A form that the browser posts. Its name contains the account's token: on Back, browsers restore typed values by the name of the form
 * (Firefox) or of its first field (Chromium).
 */
export function PostForm(parts: FormParts & Target & { readonly children?: Elements }) {
  const { call, action, contents, fields = {}, children, ...form } = parts;
  const token = useContext(FormToken);
  const owner = token === null ? undefined : formTokenField(token);
  // Firefox keeps the name that the form began with.
  const [begun] = useState(() => (contents ? opaqueId(JSON.stringify(contents)) : null));
  const name = [owner, begun].filter(Boolean).join('.') || undefined;
  return (
    <form {...form} name={name} data-owner={owner} method="post" action={call === undefined ? action : rpcPath(call)}>
      {owner === undefined ? null : <input type="hidden" name={owner} />}
      {Object.entries(fields).map(([field, value]) =>
        value === undefined || value === null ? null : (
          <input key={field} type="hidden" name={field} value={String(value)} />
        ),
      )}
      {children}
    </form>
  );
}

/** What a form does with script. */
export interface Action<Name extends keyof Contract> {
  readonly call: Name;
  /** Called when the form is sent: older messages no longer hold. */
  readonly onSend?: ((button: HTMLElement | null) => void) | undefined;
  /** Called after success. Returns whether the page is left: the form then stays busy. */
  readonly onDone: (output: OutputOf<Contract[Name]>, form: HTMLFormElement, data: FormData) => Promise<boolean>;
  /** Called with an `RpcError`, or with what `fetch` throws. */
  readonly onRefused: (error: unknown, button: HTMLElement | null) => void | Promise<void>;
}

type ActionParts<Name extends keyof Contract> = FormParts &
  Action<Name> & {
    /** Whether it is posted without script, too, because its answer is a document. */
    readonly isPlain?: boolean;
    /** The fields and the button. The argument says whether the form is being sent. */
    readonly children?: (isPending: boolean) => Elements;
  };

/** A form that is posted without script. With script, `fetch` sends the same fields to the same address, once at a time. */
export function ActionForm<Name extends keyof Contract>(parts: ActionParts<Name>) {
  const { call, onSend, onDone, onRefused, isPlain = false, children, ...form } = parts;
  const { rpc } = useRouter().options.context;
  const { isPending, take, end } = useOneAtATime();

  async function send(sent: HTMLFormElement, button: HTMLElement | null) {
    if (!take()) return;
    const data = new FormData(sent);
    for (const [name, value] of valueOf(button)) data.append(name, value);
    onSend?.(button);
    let output: OutputOf<Contract[Name]>;
    try {
      output = await sendForm(rpc, call, data);
    } catch (error) {
      await onRefused(error, button);
      end();
      return;
    }
    if (!(await onDone(output, sent, data))) end();
  }

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { currentTarget, nativeEvent } = event;
    void send(currentTarget, nativeEvent instanceof SubmitEvent ? nativeEvent.submitter : null);
  };
  return (
    <PostForm {...form} call={call} onSubmit={isPlain ? undefined : onSubmit}>
      {children?.(isPending)}
    </PostForm>
  );
}

/** Sends the fields of a form, as the browser posts it. */
export function sendForm<Name extends keyof Contract>(rpc: AppRpc, call: Name, data: FormData) {
  return (rpc[call] as unknown as (fields: FormData) => Promise<OutputOf<Contract[Name]>>)(data);
}

/** The name and the value of the pressed button, if it has them. */
function valueOf(button: HTMLElement | null): readonly (readonly [name: string, value: string])[] {
  return button instanceof HTMLButtonElement && button.name !== '' ? [[button.name, button.value]] : [];
}

/** Posts the form of a button as without script: the page then shows what is true now, and why the command was refused. */
export function postPlainly(button: HTMLElement | null): void {
  if (!(button instanceof HTMLButtonElement) || button.form === null) return;
  const { form } = button;
  for (const [name, value] of valueOf(button)) {
    const field = document.createElement('input');
    Object.assign(field, { type: 'hidden', name, value });
    form.append(field);
  }
  form.submit();
}
