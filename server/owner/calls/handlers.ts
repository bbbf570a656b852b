import type { Cause } from '#db/change.ts';
import type { AccountCommand, AccountInput } from '#shared/account/account-fields.ts';
import type { Done } from '#shared/account/account.ts';
import type { Notice } from '#shared/account/notices.ts';
import type { Contract } from '#shared/calls/contract.ts';
import { accountForm, done } from '../../accounts/calls/account-form.ts';
import type { AccountContext } from '../../accounts/context.ts';
import { type HandlerOf, causeOf, signedInOf } from '../../web/rpc/handler.ts';
import { byAccount } from '../../web/rpc/limit-to.ts';

type Query<Name extends keyof Contract> = HandlerOf<Contract[Name], AccountContext>;

/** A query of the owner's pages. */
export function ownerQuery<Name extends keyof Contract>(
  schema: Query<Name>['schema'],
  run: Query<Name>['run'],
): Query<Name> {
  return { access: 'admin', limit: byAccount('ownPages'), schema, run };
}

interface OwnerForm<Name extends AccountCommand> extends Pick<
  Parameters<typeof accountForm<Name>>[1],
  'page' | 'more' | 'show'
> {
  /** `by`: the admin's account. A notice is shown on the form's page. */
  readonly run: (
    input: AccountInput<Name>,
    context: AccountContext,
    owner: { readonly by: string; readonly cause: Cause },
  ) => Promise<Notice | Done>;
}

export function ownerForm<Name extends AccountCommand>(
  name: Name,
  { run, ...parts }: OwnerForm<Name>,
): ReturnType<typeof accountForm<Name>> {
  const { page } = parts;
  return accountForm(name, {
    ...parts,
    access: 'admin',
    limit: byAccount('administer'),
    async run(input, context) {
      const result = await run(input, context, { by: (await signedInOf(context)).account, cause: causeOf(context) });
      if (typeof result !== 'string') return result;
      const fields = new URLSearchParams(input as Readonly<Record<string, string>>);
      return done(typeof page === 'string' ? page : page(fields), result);
    },
  });
}

/** Its form posts what the use case `run` gets, and its page shows the notice. */
export function ownerCommand<Name extends AccountCommand>(
  name: Name,
  page: OwnerForm<Name>['page'],
  notice: Notice,
  run: (context: AccountContext, input: AccountInput<Name> & { readonly by: string }, cause: Cause) => Promise<void>,
) {
  return ownerForm(name, {
    page,
    async run(input, context, { by, cause }) {
      await run(context, { ...input, by }, cause);
      return notice;
    },
  });
}
