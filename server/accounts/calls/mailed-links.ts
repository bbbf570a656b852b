import { z } from 'zod';
import type { Confirmation } from '#shared/account/account.ts';
import { accountInputs } from '#shared/account/account-fields.ts';
import { forgotPassword as sendResetLink, resetLinkEmail, resetPassword as setPassword } from '../change-password.ts';
import { confirm, confirmation as lookAtLink } from '../addresses/email-links.ts';
import { sendLinks as sendBookingLinks } from '../../bookings/access/lost-links.ts';
import { causeOf, type Handler } from '../../web/rpc/handler.ts';
import { accountForm, done } from './account-form.ts';
import type { AccountContext } from '../context.ts';
import { signInHere } from '../signing-in/sign-in-and-out.ts';
import { byNetwork } from '../../web/rpc/limit-to.ts';
import { mailboxRoom } from '../../web/limits/mailbox-room.ts';
import { validField } from '../../web/http/checked-input.ts';

const LOST_LINK = '/lost-link';

const tokenInput = z.strictObject({ token: z.string() });

function withToken(path: string): (form: URLSearchParams) => string {
  return (form) => {
    const token = validField(form, 'token', accountInputs.resetPassword.shape.token);
    return token === undefined ? path : `${path}?${new URLSearchParams({ token }).toString()}`;
  };
}

export const forgotPassword = accountForm('forgotPassword', {
  page: '/forgot-password',
  showsTyped: true,
  limit: byNetwork('forgotPassword'),
  async run({ email }, context) {
    await sendResetLink(context, email, causeOf(context), mailboxRoom(context, email, 'reset'));
    return done('/forgot-password', 'reset-sent');
  },
});

export const sendLinks = accountForm('sendLinks', {
  page: LOST_LINK,
  showsTyped: true,
  limit: byNetwork('forgotPassword'),
  async run({ email }, context) {
    await sendBookingLinks(context, email, causeOf(context), mailboxRoom(context, email, 'links'));
    return done(LOST_LINK, 'links-sent');
  },
});

export const resetLink: Handler<{ readonly token: string }, { readonly email: string | null }, AccountContext> = {
  schema: tokenInput,
  limit: byNetwork('link'),
  run: async ({ token }, context) => ({ email: await resetLinkEmail(context, token) }),
};

export const resetPassword = accountForm('resetPassword', {
  page: withToken('/reset-password'),
  isMailed: true,
  limit: byNetwork('link'),
  accountAct: { act: 'password-reset', address: ({ token }, context) => resetLinkEmail(context, token) },
  async run(input, context) {
    const account = await setPassword(context, input, causeOf(context));
    if (account === null) return done('/login', 'password-reset');
    await signInHere(context, account);
    return done('/app', 'password-reset');
  },
});

export const confirmation: Handler<{ readonly token: string }, Confirmation | null, AccountContext> = {
  schema: tokenInput,
  limit: byNetwork('link'),
  run: async ({ token }, context) => lookAtLink(context, token, (await context.signIn.current())?.account ?? null),
};

export const confirmEmail = accountForm('confirmEmail', {
  page: withToken('/verify-email'),
  isMailed: true,
  limit: byNetwork('link'),
  async run(input, context) {
    const signedIn = (await context.signIn.current())?.account ?? null;
    const { account, what, address } = await confirm(context, input, signedIn, causeOf(context));
    if (what === 'verified') {
      await signInHere(context, account);
      return done('/app', 'email-verified');
    }
    const isChanged = what === 'changed';
    if (signedIn !== null && signedIn !== account) {
      // The sign-in page would redirect a signed-in visitor and lose the notice.
      return { ...done('/app', isChanged ? 'other-email-changed' : 'other-email-half'), whom: address };
    }
    return done(signedIn === account ? '/app/profile' : '/login', isChanged ? 'email-changed' : 'email-change-half');
  },
});
