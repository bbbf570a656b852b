import { z } from 'zod';
import type { EmailStatus, FirstUserCheck, Session } from '#shared/account.ts';
import type { OwnDetails } from '#shared/booking-form.ts';
import { ownDetails as readOwnDetails, sessionOf } from '../../accounts/profile.ts';
import { firstUserCheck } from '../../accounts/register.ts';
import type { Handler } from '../handler.ts';

export const session: Handler<void, Session> = {
  schema: z.void(),
  run: (_, context) => sessionOf(context, context.signIn.current),
};

export const ownDetails: Handler<void, OwnDetails | null> = {
  schema: z.void(),
  run: (_, context) => readOwnDetails(context, context.signIn.current),
};

export const firstUser: Handler<void, FirstUserCheck> = {
  schema: z.void(),
  run: (_, context) => firstUserCheck(context),
};

export const emailStatus: Handler<void, EmailStatus> = {
  schema: z.void(),
  run: (_, { mailHealth, config }) => ({
    canSend: mailHealth.canSend,
    email: config.email,
    phone: config.showPhone ? config.phone : null,
  }),
};
