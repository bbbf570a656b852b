/** The calls of the owner's schedule. */
import { z } from 'zod';
import { civilDate } from '#shared/booking/booking-details.ts';
import type { Contract } from '#shared/calls/contract.ts';
import { SCHEDULE_DATES, SCHEDULE_VIEWS } from '#shared/owner/schedule.ts';
import type { AccountContext } from '../../accounts/context.ts';
import type { HandlerOf } from '../../web/rpc/handler.ts';
import { byAccount } from '../../web/rpc/limit-to.ts';
import { schedule as readSchedule } from '../schedule.ts';

type Call<Name extends keyof Contract> = HandlerOf<Contract[Name], AccountContext>;

const date = civilDate('not a date').refine((value) => value >= SCHEDULE_DATES.first && value <= SCHEDULE_DATES.last);

export const schedule: Call<'schedule'> = {
  access: 'admin',
  limitByInput: byAccount('ownPages'),
  schema: z.strictObject({ view: z.enum(SCHEDULE_VIEWS), date: date.exactOptional() }),
  run: (query, context) => readSchedule(context, query),
};
