import { z } from 'zod';
import { listUsers } from '#db/queries/owner/list-users.ts';
import { userById } from '#db/queries/accounts/accounts.ts';
import { accountInputs } from '#shared/account/account-fields.ts';
import { ROLE_FILTERS, SORT_ORDERS, USERS_LIMITS, USER_SORTS } from '#shared/account/account.ts';
import type { Notice } from '#shared/account/notices.ts';
import { cleanLine } from '#shared/typed-text.ts';
import {
  changeRole as giveRole,
  demandAccount,
  setDisabled as shutOut,
  signOutEverywhere,
} from '../../accounts/administer.ts';
import { type Resent, resendVerification } from '../../accounts/addresses/email-links.ts';
import { signedInOf } from '../../web/rpc/handler.ts';
import { done } from '../../accounts/calls/account-form.ts';
import type { AccountContext } from '../../accounts/context.ts';
import { validField } from '../../web/http/checked-input.ts';
import { ownerForm, ownerQuery } from './handlers.ts';

const PAGE = '/app/admin/users';

const sort = z.enum(USER_SORTS, 'Users can’t be sorted by that.');
const order = z.enum(SORT_ORDERS, 'Sort up or down.');

/** The last page if there are fewer (SPEC.md sections 2 and 7). */
export const users = ownerQuery<'users'>(
  z.strictObject({
    page: z.int().min(1).max(USERS_LIMITS.page),
    pageSize: z.int().min(1).max(USERS_LIMITS.pageSize),
    sortBy: sort,
    sortOrder: order,
    secondarySortBy: sort,
    secondarySortOrder: order,
    search: z.string().overwrite(cleanLine).max(USERS_LIMITS.search, 'Search for less.'),
    role: z.enum(ROLE_FILTERS, 'There’s no such role.'),
  }),
  async (query, { store }) => {
    const { rows, ...numbers } = await listUsers(store.db, query);
    const listed = rows.map(({ id, name, email, role, verified, created_at: createdAt, status }) => ({
      id,
      name: name ?? '',
      email: email ?? '',
      role,
      emailVerified: verified === 1,
      createdAt,
      isDisabled: status === 'disabled',
    }));
    return { users: listed, pageSize: query.pageSize, ...numbers };
  },
);

/** The query is parsed by that page; the path is fixed. */
function page(form: URLSearchParams): string {
  const from = validField(form, 'from', accountInputs.changeRole.shape.from);
  const search = new URLSearchParams(from).toString();
  return search === '' ? PAGE : `${PAGE}?${search}`;
}

interface AboutUser {
  readonly account: string;
  readonly from?: string;
}

/** Names the user. */
async function doneFor({ store }: AccountContext, { account, from = '' }: AboutUser, notice: Notice) {
  const name = (await userById(store.db, account))?.name;
  return { ...done(page(new URLSearchParams({ from })), notice), ...(name && { whom: name }) };
}

export const changeRole = ownerForm('changeRole', {
  page,
  async run(input, context, { by, cause }) {
    const { account, role } = input;
    const isOwn = by === account;
    const keeps = isOwn && { keeps: (await signedInOf(context)).signIn.id };
    await giveRole(context, { account, by, role, ...keeps }, cause);
    // Their own rights changed: they get a new token.
    if (isOwn) await context.signIn.renew();
    return doneFor(context, input, role === 'admin' ? 'user-made-admin' : 'user-made-plain');
  },
});

export const setDisabled = ownerForm('setDisabled', {
  page,
  more: (form) => ({ isDisabled: form.get('isDisabled') === 'true' }),
  async run(input, context, { by, cause }) {
    const { account, isDisabled } = input;
    await shutOut(context, { account, by, isDisabled }, cause);
    return doneFor(context, input, isDisabled ? 'user-disabled' : 'user-let-in');
  },
});

const RESENT: Readonly<Record<Resent, Notice>> = {
  sent: 'user-sent-link',
  'just-sent': 'user-just-sent-link',
  confirmed: 'user-confirmed',
};

export const resendVerificationTo = ownerForm('resendVerificationTo', {
  page,
  async run(input, context, { by, cause }) {
    const { account } = input;
    await demandAccount(context, account);
    return doneFor(context, input, RESENT[await resendVerification(context, { account, by }, cause)]);
  },
});

export const signOutUser = ownerForm('signOutUser', {
  page,
  async run(input, context, { by, cause }) {
    await signOutEverywhere(context, { account: input.account, by }, cause);
    return doneFor(context, input, 'user-signed-out');
  },
});
