/** `server/calls.ts` makes every export a handler. */
import { z } from 'zod';
import type { EmailStatus, FirstUserCheck, Session } from '#shared/account/account.ts';
import type { OwnDetails } from '#shared/booking/booking-form.ts';
import { ownDetails as readOwnDetails, sessionOf } from './profile.ts';
import { firstUserCheck } from './register.ts';
import type { Handler } from '../web/rpc/handler.ts';
import type { AccountContext } from './context.ts';

export * from './calls/mailed-links.ts';
export * from './calls/profile.ts';
export * from './calls/signing-in.ts';

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
