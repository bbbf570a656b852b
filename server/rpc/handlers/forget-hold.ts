import { z } from 'zod';
import type { contract } from '#shared/contract.ts';
import type { InputOf, OutputOf } from '#shared/rpc.ts';
import { giveBack } from '../../bookings/give-back.ts';
import { confirmationPath } from '../../bookings/paths.ts';
import { ticket } from '../../bookings/read.ts';
import { ProviderError } from '../../payments/port.ts';
import type { Handler, HandlerContext } from '../handler.ts';
import { forgetOwnHold, ownHold } from '../own-hold.ts';

type Procedure = (typeof contract)['forgetHold'];

const PAGE = '/book';

/** Gives the time back; or leaves that to the end of the hold, when nobody can say that it is not being paid. */
async function giveBackIfPossible(context: HandlerContext, booking: string): Promise<boolean> {
  const { request, log } = context;
  try {
    return await giveBack(context, booking, { correlation: request.id });
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    log.warn({ err: error, request: request.id }, 'a hold could not be given back and stands until it lapses');
    return false;
  }
}

export const forgetHold: Handler<InputOf<Procedure>, OutputOf<Procedure>> = {
  schema: z.void(),
  form: { input: () => undefined, page: () => PAGE },
  async run(_, context) {
    const booking = ownHold(context.cookies);
    if (booking === null) return { redirect: PAGE };
    const isPaid = await giveBackIfPossible(context, booking);
    forgetOwnHold(context.cookies);
    const booked = isPaid ? await ticket(context, booking) : null;
    return { redirect: booked ? confirmationPath(booking, booked.service) : PAGE };
  },
};
