import { useRouter } from '@tanstack/react-router';
import { type ComponentProps, type FormEvent, createContext, useContext, useState } from 'react';
import { formTokenField } from '#shared/account/form-token.ts';
import type { AppRpc, Contract } from '#shared/calls/contract.ts';
import { type OutputOf, opaqueId, rpcPath } from '#shared/calls/rpc.ts';
import type { Elements } from '../components/page.tsx';
import { useOneAtATime } from './use-one-at-a-time.ts';

/** Of the account that the document was rendered for. */
export const FormToken = createContext<string | null>(null);

/** A form with files is posted to an address. */
type Target =
  | { readonly call: keyof Contract; readonly action?: undefined }
  | { readonly call?: undefined; readonly action: string };

type FormParts = Omit<ComponentProps<'form'>, 'name' | 'method' | 'action' | 'children'> & {
  /** What the form begins with: Firefox restores radio buttons and checkboxes by their places in a form of a name. */
  readonly contents?: object;
  /** Those without a value are left out. */
  readonly fields?: Readonly<Record<string, string | number | boolean | null | undefined>>;
};

/**
 * Its name contains the account's token: on Back, browsers restore values by the name of the form (Firefox) or its first field
 * (Chromium).
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

export interface Action<Name extends keyof Contract> {
  readonly call: Name;
  /** Older messages are outdated. */
  readonly onSend?: ((button: HTMLElement | null) => void) | undefined;
  /** Returns whether the page is left: the form then stays busy. */
  readonly onDone: (output: OutputOf<Contract[Name]>, form: HTMLFormElement, data: FormData) => Promise<boolean>;
  /** An `RpcError`, or what `fetch` throws. */
  readonly onRefused: (error: unknown, button: HTMLElement | null) => void | Promise<void>;
}

type ActionParts<Name extends keyof Contract> = FormParts &
  Action<Name> & {
    /** Posted without script, too, because its response is a document. */
    readonly isPlain?: boolean;
    /** The argument says whether the form is being sent. */
    readonly children?: (isPending: boolean) => Elements;
  };

/** With script, `fetch` sends the same fields to the same address, once at a time. */
export function ActionForm<Name extends keyof Contract>(parts: ActionParts<Name>) {
  const { call, onSend, onDone, onRefused, isPlain = false, children, ...form } = parts;
  const { rpc } = useRouter().options.context;
  const { isPending, tryStart, finish } = useOneAtATime();

  async function send(sent: HTMLFormElement, button: HTMLElement | null) {
    if (!tryStart()) return;
    const data = new FormData(sent);
    for (const [name, value] of valueOf(button)) data.append(name, value);
    onSend?.(button);
    let output: OutputOf<Contract[Name]>;
    try {
      output = await sendForm(rpc, call, data);
    } catch (error) {
      await onRefused(error, button);
      finish();
      return;
    }
    if (!(await onDone(output, sent, data))) finish();
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

/** As the browser posts it. */
export function sendForm<Name extends keyof Contract>(rpc: AppRpc, call: Name, data: FormData) {
  return (rpc[call] as unknown as (fields: FormData) => Promise<OutputOf<Contract[Name]>>)(data);
}

function valueOf(button: HTMLElement | null): readonly (readonly [name: string, value: string])[] {
  return button instanceof HTMLButtonElement && button.name !== '' ? [[button.name, button.value]] : [];
}

/** The page then shows the current state, and why the command was refused. */
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
