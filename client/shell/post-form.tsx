import { type ComponentProps, createContext, useContext, useState } from 'react';
import type { Contract } from '#shared/calls/contract.ts';
import { formTokenField } from '#shared/account/form-token.ts';
import { opaqueId, rpcPath } from '#shared/calls/rpc.ts';
import type { Elements } from '../components/elements.ts';

/** The token of the account that the document was rendered for; null for none. */
export const FormToken = createContext<string | null>(null);

/** The call that the form is posted to, or for one with files an address. */
type Target =
  | { readonly call: keyof Contract; readonly action?: undefined }
  | { readonly call?: undefined; readonly action: string };

type FormParts = Omit<ComponentProps<'form'>, 'name' | 'method' | 'action' | 'children'> &
  Target & {
    /** What decides which fields the form begins with. Firefox restores radio buttons and checkboxes by their places in a form of a name. */
    readonly contents?: object;
    readonly children?: Elements;
  };

/**
 * A form that works without script. Its name contains the account's token: on Back, browsers restore typed values by the name of the form
 * (Firefox) or of its first field (Chromium).
 */
export function PostForm({ call, action, contents, children, ...form }: FormParts) {
  const token = useContext(FormToken);
  const owner = token === null ? undefined : formTokenField(token);
  // Firefox keeps the name that the form began with.
  const [begun] = useState(() => (contents ? opaqueId(JSON.stringify(contents)) : null));
  const name = [owner, begun].filter(Boolean).join('.') || undefined;
  return (
    <form {...form} name={name} data-owner={owner} method="post" action={call === undefined ? action : rpcPath(call)}>
      {owner === undefined ? null : <input type="hidden" name={owner} />}
      {children}
    </form>
  );
}
