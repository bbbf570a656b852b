import { z } from 'zod';
import type { contract } from '#shared/contract.ts';
import { type CivilDate, isCivilDate } from '#shared/civil-date.ts';
import { Rejected } from '#shared/refusals.ts';
import type { InputOf, OutputOf } from '#shared/rpc.ts';
import { availability } from '../../bookings/availability.ts';
import type { Handler } from '../handler.ts';
import { byNetwork } from '../limit-to.ts';
import { accessTo } from '../manage-cookie.ts';
import { ownHold } from '../own-hold.ts';
import { eventId } from './managed-booking.ts';

type Procedure = (typeof contract)['rescheduleAvailability'];

const date = z.custom<CivilDate>(isCivilDate, 'not a date');

export const rescheduleAvailability: Handler<InputOf<Procedure>, OutputOf<Procedure>> = {
  schema: z.strictObject({ eventId, from: date.exactOptional(), to: date.exactOptional() }),
  limit: byNetwork('lookUp'),
  async run({ eventId: visit, ...range }, context) {
    const access = await accessTo(context, visit);
    if (access === 'locked') throw new Rejected('unknown-booking');
    if (access === 'replaced') return null;
    return availability(context, range, ownHold(context), visit);
  },
};
