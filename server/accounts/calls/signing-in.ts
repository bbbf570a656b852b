import { RESET_MARKER } from '#shared/account/page-access.ts';
import { accountInputs } from '#shared/account/account-fields.ts';
import { isRedirect, safeRedirect } from '#shared/account/redirect.ts';
import { register as registerAccount } from '../register.ts';
import { authenticate } from '../signing-in/sign-in.ts';
import { ownAddress, signInHere, signOutHere } from '../signing-in/sign-in-and-out.ts';
import { causeOf } from '../../web/rpc/handler.ts';
import { accountForm, done } from './account-form.ts';
import { mailboxRoom } from '../../web/limits/mailbox-room.ts';
import { validField } from '../../web/http/checked-input.ts';
import { byAddress, byNetwork } from '../../web/rpc/limit-to.ts';

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
