import { z } from 'zod';
import type { contract } from '#shared/contract.ts';
import type { InputOf, OutputOf } from '#shared/rpc.ts';
import { ticket as readTicket } from '../../bookings/read.ts';
import type { Handler } from '../handler.ts';
import { byNetwork } from '../limit-to.ts';
import { accessTo } from '../manage-cookie.ts';

type Procedure = (typeof contract)['ticket'];

/** Longer than any id of ours: nothing needs to be looked up. */
const LONGEST_ID = 64;

export const ticket: Handler<InputOf<Procedure>, OutputOf<Procedure>> = {
  schema: z.strictObject({ eventId: z.string() }),
  limit: byNetwork('lookUp'),
  run: async ({ eventId }, context) =>
    eventId.length > LONGEST_ID ? null : readTicket(context, eventId, await accessTo(context, eventId)),
};
