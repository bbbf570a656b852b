import { z } from 'zod';
import { ROLE_FILTERS, SORT_ORDERS, USER_SORTS, type UsersPage, type UsersQuery } from '#shared/account.ts';
import {
  changeRole as giveRole,
  demandAccount,
  setDisabled as shutOut,
  signOutEverywhere,
  users as list,
} from '../../accounts/administer.ts';
import { resendVerification } from '../../accounts/email-links.ts';
import { accountForm, causeOf, done, signedInOf } from '../account-form.ts';
import type { Handler, HandlerContext } from '../handler.ts';

const PAGE = '/app/admin/users';
const admins = { access: 'admin', page: PAGE } as const;
const CHANGED = done(PAGE, 'user-changed');

/** Larger pages than any table shows are not made. */
const LARGEST_PAGE = 200;

const sort = z.enum(USER_SORTS, 'This cannot be sorted by.');
const order = z.enum(SORT_ORDERS, 'Sort up or down.');

export const users: Handler<UsersQuery, UsersPage> = {
  access: 'admin',
  schema: z.strictObject({
    page: z.int().min(1).max(1_000_000),
    pageSize: z.int().min(1).max(LARGEST_PAGE),
    sortBy: sort,
    sortOrder: order,
    secondarySortBy: sort,
    secondarySortOrder: order,
    search: z.string().max(200, 'Search for less.'),
    role: z.enum(ROLE_FILTERS, 'There is no such role.'),
  }),
  run: (query, context) => list(context, query),
};

/** Rights that an admin gave or took of themselves hold under a new token. */
function renewOwn(context: HandlerContext, before: string, changed: string): void {
  if (before === changed) context.signIn.start(before);
}

export const changeRole = accountForm('changeRole', {
  ...admins,
  async run({ account, role }, context) {
    const { account: by } = signedInOf(context);
    await giveRole(context, { account, by, role }, causeOf(context));
    renewOwn(context, by, account);
    return CHANGED;
  },
});

export const setDisabled = accountForm('setDisabled', {
  ...admins,
  more: (form) => ({ isDisabled: form.get('isDisabled') === 'true' }),
  async run({ account, isDisabled }, context) {
    await shutOut(context, { account, by: signedInOf(context).account, isDisabled }, causeOf(context));
    return CHANGED;
  },
});

export const resendVerificationTo = accountForm('resendVerificationTo', {
  ...admins,
  async run({ account }, context) {
    demandAccount(context, account);
    await resendVerification(context, account, causeOf(context));
    return CHANGED;
  },
});

export const signOutUser = accountForm('signOutUser', {
  ...admins,
  run({ account }, context) {
    signOutEverywhere(context, account);
    return CHANGED;
  },
});
