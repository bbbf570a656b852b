import { z } from 'zod';
import type { contract } from '#shared/contract.ts';
import { bookingPath } from '#shared/managed-booking.ts';
import type { InputOf, OutputOf } from '#shared/rpc.ts';
import type { Handler } from '../../rpc/handler.ts';
import { forgetLinks } from '../../rpc/manage-cookie.ts';
import { forgetOwnHold, ownHold } from '../../rpc/own-hold.ts';
import { eventId, visitOf } from './fields.ts';

type Procedure = (typeof contract)['forgetVisit'];

export const forgetVisit: Handler<InputOf<Procedure>, OutputOf<Procedure>> = {
  schema: z.strictObject({ eventId }),
  form: {
    input: (form) => ({ eventId: form.get('eventId') }),
    page: (form) => bookingPath(visitOf(form)),
  },
  run({ eventId: booking }, context) {
    forgetLinks(context.cookies, booking);
    if (ownHold(context) === booking) forgetOwnHold(context.cookies);
    return { redirect: '/', notice: 'visit-forgotten' };
  },
};
