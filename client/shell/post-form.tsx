import { type ComponentProps, createContext, useContext } from 'react';
import type { Contract } from '#shared/calls/contract.ts';
import { formTokenField } from '#shared/account/form-token.ts';
import { rpcPath } from '#shared/calls/rpc.ts';
import type { Elements } from '../components/elements.ts';

/** The token of the account that the document was rendered for; null for none. */
export const FormToken = createContext<string | null>(null);

/** The call that the form is posted to, or for one with files an address. */
type Target =
  | { readonly call: keyof Contract; readonly action?: undefined }
  | { readonly call?: undefined; readonly action: string };

type FormParts = Omit<ComponentProps<'form'>, 'name' | 'method' | 'action' | 'children'> &
  Target & { readonly children?: Elements };

/**
 * A form that works without script. Its name contains the account's token: on Back, browsers restore typed values by the name of the form
 * (Firefox) or of its first field (Chromium).
 */
export function PostForm({ call, action, children, ...form }: FormParts) {
  const token = useContext(FormToken);
  const name = token === null ? undefined : formTokenField(token);
  return (
    <form {...form} name={name} method="post" action={call === undefined ? action : rpcPath(call)}>
      {name === undefined ? null : <input type="hidden" name={name} />}
      {children}
    </form>
  );
}
