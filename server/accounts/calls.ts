/** `server/calls.ts` makes every export a handler. */
import { z } from 'zod';
import {
  type EmailStatus,
  type FirstUserCheck,
  type Session,
  RESET_MARKER,
  isRedirect,
  safeRedirect,
} from '#shared/account/account.ts';
import type { OwnDetails } from '#shared/booking/booking-form.ts';
import { ownDetails as readOwnDetails, sessionOf } from './profile.ts';
import { firstUserCheck, register as registerAccount } from './register.ts';
import { type Handler, causeOf } from '../web/rpc/handler.ts';
import type { AccountContext } from './context.ts';
import { accountInputs } from '#shared/account/account-fields.ts';
import { authenticate } from './signing-in/sign-in.ts';
import { ownAddress, signInHere, signOutHere } from './signing-in/sign-in-and-out.ts';
import { accountForm, done } from './calls/account-form.ts';
import { mailboxRoom } from '../web/limits/mailbox-room.ts';
import { validField } from '../web/http/checked-input.ts';
import { byAddress, byNetwork } from '../web/rpc/limit-to.ts';

export * from './calls/mailed-links.ts';
export * from './calls/profile.ts';

export const session: Handler<void, Session, AccountContext> = {
  schema: z.void(),
  access: 'guest',
  run: async (_, context) => sessionOf(context, await context.signIn.current()),
};

export const ownDetails: Handler<void, OwnDetails | null, AccountContext> = {
  schema: z.void(),
  access: 'guest',
  run: async (_, context) => readOwnDetails(context, await context.signIn.current()),
};

export const firstUser: Handler<void, FirstUserCheck, AccountContext> = {
  schema: z.void(),
  run: (_, context) => firstUserCheck(context),
};

export const emailStatus: Handler<void, EmailStatus, AccountContext> = {
  schema: z.void(),
  run: (_, { mailHealth, config }) => ({
    canSend: mailHealth.canSend,
    email: config.email,
    phone: config.showPhone ? config.phone : null,
  }),
};

/** With its original query, so that it still redirects to the same page. */
function signInPage(form: URLSearchParams): string {
  const search = new URLSearchParams();
  const redirect = validField(form, 'redirect', accountInputs.signIn.shape.redirect);
  if (form.get('reset')) search.set('reset', RESET_MARKER);
  if (isRedirect(redirect)) search.set('redirect', redirect);
  return search.size === 0 ? '/login' : `/login?${search.toString()}`;
}

export const register = accountForm('register', {
  page: '/register',
  showsTyped: true,
  limit: byNetwork('register'),
  async run(input, context) {
    const hasRoom = mailboxRoom(context, input.email, 'other');
    const first = await registerAccount(context, input, causeOf(context), hasRoom);
    if (first === null) return done('/register', 'registered');
    await signInHere(context, first);
    return done('/app');
  },
});

export const signIn = accountForm('signIn', {
  page: signInPage,
  limit: byNetwork('signIn'),
  limitByInput: ({ email }, context) => byAddress('signInAddress', email, context),
  returnsPoints: true,
  accountAct: { act: 'sign-in', address: ({ email }) => email },
  async run({ redirect, ...credentials }, context) {
    const hasRoom = mailboxRoom(context, credentials.email, 'other');
    const { account, phc } = await authenticate(context, credentials, causeOf(context), hasRoom);
    await signInHere(context, account, phc);
    return done(safeRedirect(redirect, context.config.publicUrl));
  },
});

export const signOut = accountForm('signOut', {
  page: '/',
  accountAct: { act: 'sign-out', address: (_, context) => ownAddress(context) },
  async run(_, context) {
    await signOutHere(context);
    return done('/', 'signed-out');
  },
});
