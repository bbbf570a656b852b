import { z } from 'zod';
import type { contract } from '#shared/calls/contract.ts';
import { bookingPath } from '#shared/booking/managed-booking.ts';
import type { InputOf, OutputOf } from '#shared/calls/rpc.ts';
import type { Handler } from '../../web/rpc/handler.ts';
import type { BookingContext } from '../context.ts';
import { forgetLink } from '../access/opened-links.ts';
import { ownHold } from '../access/own-hold.ts';
import { eventId, visitOf } from './fields.ts';

type Procedure = (typeof contract)['forgetVisit'];

export const forgetVisit: Handler<InputOf<Procedure>, OutputOf<Procedure>, BookingContext> = {
  schema: z.strictObject({ eventId }),
  form: {
    input: (form) => ({ eventId: form.get('eventId') }),
    page: (form) => bookingPath(visitOf(form)),
  },
  async run({ eventId: booking }, context) {
    forgetLink(context.cookies, booking);
    if ((await ownHold(context)) === booking) context.cookies.delete('hold');
    return { redirect: '/', notice: 'visit-forgotten' };
  },
};
