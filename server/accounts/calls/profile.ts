import { z } from 'zod';
import type { Profile } from '#shared/account/account.ts';
import type { Notice } from '#shared/account/notices.ts';
import { Rejected } from '#shared/calls/refusals.ts';
import { endSignIn, endSignIns, signInsOf } from '#db/queries/accounts/accounts.ts';
import { parseToldVisits } from '#shared/booking/shown-outcomes.ts';
import { changePassword as setPassword } from '../change-password.ts';
import { deleteAccount as removeAccount } from '../delete-account.ts';
import {
  type Resent,
  isOldMissing,
  requestChange,
  resendVerification as sendLink,
  withdrawChange,
} from '../addresses/email-links.ts';
import { changeProfile as keepProfile, profile as readProfile } from '../profile.ts';
import { ownAddress, signOutHere } from '../signing-in/sign-in-and-out.ts';
import { mailboxOf } from '../../web/limits/mailbox-room.ts';
import { byAccount, limitTo } from '../../web/rpc/limit-to.ts';
import { causeOf, signedInOf, type Handler } from '../../web/rpc/handler.ts';
import { accountForm, done } from './account-form.ts';
import type { AccountContext } from '../context.ts';

const PAGE = '/app/profile';
const own = { access: 'user', page: PAGE } as const;

export const profile: Handler<void, Profile, AccountContext> = {
  access: 'user',
  schema: z.void(),
  limit: byAccount('ownPages'),
  run: async (_, context) => readProfile(context, await signedInOf(context)),
};

export const changeProfile = accountForm('changeProfile', {
  ...own,
  limit: byAccount('ownChanges'),
  async run(input, context) {
    await keepProfile(context, (await signedInOf(context)).account, input, causeOf(context));
    return done(PAGE, 'profile-saved');
  },
});

export const changeEmail = accountForm('changeEmail', {
  ...own,
  limit: byAccount('ownPassword'),
  returnsPoints: true,
  accountAct: { act: 'email-change', address: (_, context) => ownAddress(context) },
  async run(input, context) {
    const { account } = await signedInOf(context);
    // The new address may be a stranger's, and many accounts can name it.
    const demandRoom = async () => {
      limitTo(context, { policy: 'ownMail', key: account });
      limitTo(context, { policy: 'mailbox', key: `change ${mailboxOf(input.email)}` });
    };
    await requestChange(context, account, input, causeOf(context), demandRoom);
    return done(PAGE, (await isOldMissing(context, account)) ? 'email-change-sent' : 'email-change-sent-new');
  },
});

export const withdrawEmailChange = accountForm('withdrawEmailChange', {
  ...own,
  limit: byAccount('ownChanges'),
  async run(_, context) {
    await withdrawChange(context, (await signedInOf(context)).account, causeOf(context));
    return done(PAGE, 'email-change-withdrawn');
  },
});

const RESENT: Readonly<Record<Resent, Notice>> = {
  sent: 'verification-sent',
  'just-sent': 'verification-just-sent',
  confirmed: 'email-verified',
};

export const resendVerification = accountForm('resendVerification', {
  ...own,
  limit: byAccount('ownMail'),
  async run(_, context) {
    return done(
      PAGE,
      RESENT[await sendLink(context, { account: (await signedInOf(context)).account }, causeOf(context))],
    );
  },
});

export const changePassword = accountForm('changePassword', {
  ...own,
  limit: byAccount('ownPassword'),
  returnsPoints: true,
  accountAct: { act: 'password-change', address: (_, context) => ownAddress(context) },
  async run(input, context) {
    const { account } = await signedInOf(context);
    await setPassword(context, account, input, causeOf(context));
    await context.signIn.start(account);
    return done(PAGE, 'password-changed');
  },
});

const signOutAct = { act: 'sign-out', address: (_: unknown, context: AccountContext) => ownAddress(context) } as const;

export const endSession = accountForm('endSession', {
  ...own,
  limit: byAccount('ownChanges'),
  accountAct: signOutAct,
  async run({ id }, context) {
    const { account, signIn } = await signedInOf(context);
    if (id === signIn.id) {
      await signOutHere(context);
      return done('/', 'signed-out');
    }
    const { store } = context;
    const hasSession = (await signInsOf(store.db, account, context.clock.now())).some((each) => each.id === id);
    if (!hasSession) throw new Rejected('not-found');
    await store.write([endSignIn(store.db, account, id)]);
    return done(PAGE, 'session-ended');
  },
});

export const endOtherSessions = accountForm('endOtherSessions', {
  ...own,
  limit: byAccount('ownChanges'),
  accountAct: signOutAct,
  async run(_, context) {
    const { account, signIn } = await signedInOf(context);
    await context.store.write([endSignIns(context.store.db, account, signIn.id)]);
    return done(PAGE, 'other-sessions-ended');
  },
});

export const deleteAccount = accountForm('deleteAccount', {
  ...own,
  limit: byAccount('ownPassword'),
  returnsPoints: true,
  accountAct: { act: 'account-deletion', address: (_, context) => ownAddress(context) },
  async run({ password, visits = null, told = '' }, context) {
    const deletion = { password, visits, told: parseToldVisits(told) };
    const { areVisitsKept } = await removeAccount(
      context,
      (await signedInOf(context)).account,
      deletion,
      causeOf(context),
    );
    await signOutHere(context);
    context.cookies.delete('hold');
    if (areVisitsKept) return done('/', 'account-deleted-visits-kept');
    return done('/', visits === 'cancel' ? 'account-deleted-visits-canceled' : 'account-deleted');
  },
});
