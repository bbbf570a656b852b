import type { z } from 'zod';
import type { Done } from '#shared/account/account.ts';
import type { Notice } from '#shared/account/notices.ts';
import { type AccountCommand, type AccountInput, accountInputs } from '#shared/account/account-fields.ts';
import type { Handler } from '../../web/rpc/handler.ts';
import type { AccountContext } from '../context.ts';

const SECRETS = ['password', 'current', 'token', 'setupToken'];

function fieldsOf(form: URLSearchParams, schema: z.ZodObject): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const name of Object.keys(schema.shape)) {
    const value = form.get(name);
    if (value !== null) fields[name] = value;
  }
  return fields;
}

export function done(redirect: string, notice: Notice | null = null): Done {
  return { redirect, notice };
}

type AccountHandler<Name extends AccountCommand> = Handler<AccountInput<Name>, Done, AccountContext>;

interface AccountFormParts<Name extends AccountCommand> extends Omit<AccountHandler<Name>, 'schema' | 'form'> {
  readonly page: string | ((form: URLSearchParams) => string);
  readonly isMailed?: boolean;
  readonly showsTyped?: boolean;
  /** The address that a button leads to; by default its own page, for `show=form`. */
  readonly show?: (form: URLSearchParams) => string | null;
  readonly more?: (form: URLSearchParams) => Record<string, unknown>;
}

/** Accepts JSON or the form of its page, with the same fields. */
export function accountForm<Name extends AccountCommand>(
  name: Name,
  { page, show, isMailed = false, showsTyped = false, more, run, ...rest }: AccountFormParts<Name>,
): AccountHandler<Name> {
  const schema = accountInputs[name] as unknown as z.ZodObject & z.ZodType<AccountInput<Name>>;
  const pageOf = typeof page === 'string' ? () => page : page;
  return {
    ...rest,
    schema,
    form: {
      input: (form) => ({ ...fieldsOf(form, schema), ...more?.(form) }),
      page: pageOf,
      show: show ?? ((form) => (form.get('show') === 'form' ? pageOf(form) : null)),
      isMailed,
      showsTyped,
      secrets: SECRETS,
    },
    run,
  };
}
