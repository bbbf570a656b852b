import { z } from 'zod';
import type { contract } from '#shared/contract.ts';
import { BOOKING_FILTERS } from '#shared/managed-booking.ts';
import type { InputOf, OutputOf } from '#shared/rpc.ts';
import { bookingList, dashboard as readDashboard } from '../../bookings/of-account.ts';
import { byAccount, signedInOf } from '../account-form.ts';
import type { Handler } from '../handler.ts';

type Dashboard = (typeof contract)['dashboard'];
type Bookings = (typeof contract)['bookings'];

export const dashboard: Handler<InputOf<Dashboard>, OutputOf<Dashboard>> = {
  schema: z.void(),
  access: 'user',
  limitByInput: byAccount('ownPages'),
  run: (_, context) => readDashboard(context, signedInOf(context).account),
};

export const bookings: Handler<InputOf<Bookings>, OutputOf<Bookings>> = {
  schema: z.strictObject({ filter: z.enum(BOOKING_FILTERS), page: z.int().min(1).max(100_000) }),
  access: 'user',
  limitByInput: byAccount('ownPages'),
  run: (input, context) => bookingList(context, signedInOf(context).account, input),
};
