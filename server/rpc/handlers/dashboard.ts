import { z } from 'zod';
import type { contract } from '#shared/contract.ts';
import { BOOKING_FILTERS } from '#shared/managed-booking.ts';
import type { InputOf, OutputOf } from '#shared/rpc.ts';
import { bookingList, dashboard as readDashboard } from '../../bookings/of-account.ts';
import type { Handler, HandlerContext } from '../handler.ts';
import { Refused } from '../refused.ts';

type Dashboard = (typeof contract)['dashboard'];
type Bookings = (typeof contract)['bookings'];

function accountOf({ signIn }: HandlerContext): string {
  if (!signIn.current) throw new Refused('not-signed-in');
  return signIn.current.account;
}

export const dashboard: Handler<InputOf<Dashboard>, OutputOf<Dashboard>> = {
  schema: z.void(),
  access: 'user',
  run: (_, context) => readDashboard(context, accountOf(context)),
};

export const bookings: Handler<InputOf<Bookings>, OutputOf<Bookings>> = {
  schema: z.strictObject({ filter: z.enum(BOOKING_FILTERS), page: z.int().min(1).max(100_000) }),
  access: 'user',
  run: (input, context) => bookingList(context, accountOf(context), input),
};
