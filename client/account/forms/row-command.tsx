/**
 * Commands about one of many accounts. A table has one form for each command, and in each row a button of that form that names the
 * row's account: a form in each row would be most of the page.
 */
import type { ReactNode } from 'react';
import type { AccountCommand, AccountInput } from '#shared/account/account-fields.ts';
import { CommandForm } from './command-form.tsx';
import { useToldByToast } from './command-item.tsx';
import { useKeepFocus } from './use-keep-focus.ts';

/** Commands that are about one account. */
export type RowCommand = {
  [Name in AccountCommand]: AccountInput<Name> extends { readonly account: string } ? Name : never;
}[AccountCommand];

interface FormParts<Of extends RowCommand> {
  /** What the buttons name in `form`. */
  readonly id: string;
  readonly command: Of;
  /** The input that all rows share. */
  readonly input: Omit<AccountInput<Of>, 'account'>;
  /** The search parameters of the page, to return to after a plain post. */
  readonly from: string;
}

/** The form, without its buttons. */
export function RowForm<Of extends RowCommand>({ id, command, input, from }: FormParts<Of>) {
  const { begin, tell } = useToldByToast();
  return <CommandForm {...{ id, command, input, from }} onSend={begin} onFailed={tell} />;
}

interface ButtonParts {
  /** The `id` of the `RowForm`. */
  readonly form: string;
  readonly account: string;
  readonly className: string;
  readonly children: ReactNode;
}

/** The button of one row. */
export function RowButton({ form, account, className, children }: ButtonParts) {
  // The row may leave the list, with the focused button.
  const keepFocus = useKeepFocus();
  return (
    <button type="submit" form={form} name="account" value={account} className={className} onClick={keepFocus}>
      {children}
    </button>
  );
}
