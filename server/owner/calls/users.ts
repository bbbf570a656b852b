import { z } from 'zod';
import { userById } from '#db/queries/accounts/users.ts';
import { accountInputs } from '#shared/account/account-fields.ts';
import {
  type Done,
  type Notice,
  ROLE_FILTERS,
  SORT_ORDERS,
  USERS_LIMITS,
  USER_SORTS,
  type UsersPage,
  type UsersQuery,
} from '#shared/account/account.ts';
import { cleanLine } from '#shared/typed-text.ts';
import {
  changeRole as giveRole,
  demandAccount,
  setDisabled as shutOut,
  signOutEverywhere,
} from '../../accounts/administer.ts';
import { type Resent, resendVerification } from '../../accounts/addresses/email-links.ts';
import { listedUsers } from '../list-users.ts';
import { byAccount } from '../../web/rpc/limit-to.ts';
import { causeOf, signedInOf, type Handler } from '../../web/rpc/handler.ts';
import { accountForm, done } from '../../accounts/calls/account-form.ts';
import type { AccountContext } from '../../accounts/context.ts';
import { validField } from '../../web/http/checked-input.ts';

const PAGE = '/app/admin/users';

/** The query is parsed by that page; the path is fixed. */
function pageOf(from: string | undefined): string {
  const search = new URLSearchParams(from).toString();
  return search === '' ? PAGE : `${PAGE}?${search}`;
}

const admins = {
  access: 'admin',
  limit: byAccount('administer'),
  page: (form: URLSearchParams) => pageOf(validField(form, 'from', accountInputs.changeRole.shape.from)),
} as const;

async function doneFor(
  { store }: AccountContext,
  { account, from }: { readonly account: string; readonly from?: string },
  notice: Notice,
): Promise<Done> {
  const name = (await userById(store.db, account))?.name;
  return { ...done(pageOf(from), notice), ...(name && { whom: name }) };
}

const sort = z.enum(USER_SORTS, 'Users can’t be sorted by that.');
const order = z.enum(SORT_ORDERS, 'Sort up or down.');

export const users: Handler<UsersQuery, UsersPage, AccountContext> = {
  access: 'admin',
  limit: byAccount('ownPages'),
  schema: z.strictObject({
    page: z.int().min(1).max(USERS_LIMITS.page),
    pageSize: z.int().min(1).max(USERS_LIMITS.pageSize),
    sortBy: sort,
    sortOrder: order,
    secondarySortBy: sort,
    secondarySortOrder: order,
    search: z.string().overwrite(cleanLine).max(USERS_LIMITS.search, 'Search for less.'),
    role: z.enum(ROLE_FILTERS, 'There’s no such role.'),
  }),
  run: (query, { store }) => listedUsers(store, query),
};

export const changeRole = accountForm('changeRole', {
  ...admins,
  async run(input, context) {
    const { account, role } = input;
    const { account: by, signIn } = await signedInOf(context);
    const isOwn = by === account;
    await giveRole(context, { account, by, role, ...(isOwn && { keeps: signIn.id }) }, causeOf(context));
    // Their own rights changed: they get a new token.
    if (isOwn) await context.signIn.renew();
    return doneFor(context, input, role === 'admin' ? 'user-made-admin' : 'user-made-plain');
  },
});

export const setDisabled = accountForm('setDisabled', {
  ...admins,
  more: (form) => ({ isDisabled: form.get('isDisabled') === 'true' }),
  async run(input, context) {
    const { account, isDisabled } = input;
    await shutOut(context, { account, by: (await signedInOf(context)).account, isDisabled }, causeOf(context));
    return doneFor(context, input, isDisabled ? 'user-disabled' : 'user-let-in');
  },
});

const RESENT: Readonly<Record<Resent, Notice>> = {
  sent: 'user-sent-link',
  'just-sent': 'user-just-sent-link',
  confirmed: 'user-confirmed',
};

export const resendVerificationTo = accountForm('resendVerificationTo', {
  ...admins,
  async run(input, context) {
    const { account } = input;
    await demandAccount(context, account);
    const who = { account, by: (await signedInOf(context)).account };
    return doneFor(context, input, RESENT[await resendVerification(context, who, causeOf(context))]);
  },
});

export const signOutUser = accountForm('signOutUser', {
  ...admins,
  async run(input, context) {
    const { account } = input;
    await signOutEverywhere(context, { account, by: (await signedInOf(context)).account }, causeOf(context));
    return doneFor(context, input, 'user-signed-out');
  },
});
