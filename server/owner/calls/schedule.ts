import { z } from 'zod';
import { civilDate } from '#shared/booking/booking-details.ts';
import type { Contract } from '#shared/calls/contract.ts';
import { accountInputs } from '#shared/account/account-fields.ts';
import {
  CLOSE_PATH,
  SCHEDULE_DATES,
  SCHEDULE_PATH,
  SCHEDULE_VIEWS,
  closePath,
  rangeFault,
} from '#shared/owner/schedule.ts';
import type { AccountContext } from '../../accounts/context.ts';
import { type HandlerOf, causeOf, signedInOf } from '../../web/rpc/handler.ts';
import { byAccount } from '../../web/rpc/limit-to.ts';
import { validField } from '../../web/http/checked-input.ts';
import { accountForm, done } from '../../accounts/calls/account-form.ts';
import { civilDateAt } from '#events/business-time.ts';
import { businessTime } from '../../bookings/dependencies.ts';
import { visitsOn } from '../near-visits.ts';
import { closeDates, openDates } from '../close-dates.ts';
import { closurePlan as readPlan } from '../closure-plan.ts';
import { schedule as readSchedule } from '../schedule.ts';

type Call<Name extends keyof Contract> = HandlerOf<Contract[Name], AccountContext>;

/** The query is parsed by that page; the path is fixed. */
function pageOf(from = ''): string {
  const search = new URLSearchParams(from);
  if (search.size === 0) return SCHEDULE_PATH;
  return `${SCHEDULE_PATH}?${search.toString()}${search.get('view') === 'month' ? '#day' : ''}`;
}

const shownDate = civilDate('not a date').refine(
  (value) => value >= SCHEDULE_DATES.first && value <= SCHEDULE_DATES.last,
);

export const schedule: Call<'schedule'> = {
  access: 'admin',
  limit: byAccount('ownPages'),
  schema: z.strictObject({ view: z.enum(SCHEDULE_VIEWS), date: shownDate.exactOptional() }),
  run: (query, context) => readSchedule(context, query),
};

export const daySheet: Call<'daySheet'> = {
  access: 'admin',
  limit: byAccount('ownPages'),
  schema: z.strictObject({ date: shownDate.exactOptional() }),
  run({ date }, context) {
    const { now, timeZone } = businessTime(context);
    return visitsOn(context, date ?? civilDateAt(now, timeZone));
  },
};

const { first, last, units } = accountInputs.closeUnits.shape;

export const closurePlan: Call<'closurePlan'> = {
  access: 'admin',
  limit: byAccount('ownPages'),
  schema: z.strictObject({ first, last, units }).refine((range) => rangeFault(range) === null),
  run: (query, context) => readPlan(context, query),
};

/** A refused form leads to the page that says what the closure would do. */
const ofDates = {
  access: 'admin',
  limit: byAccount('administer'),
  page(form: URLSearchParams) {
    const [from, to] = [validField(form, 'first', first), validField(form, 'last', last)];
    const asked = validField(form, 'units', units);
    return from && to && asked ? closePath({ first: from, last: to, units: asked }) : CLOSE_PATH;
  },
} as const;

export const closeUnits = accountForm('closeUnits', {
  ...ofDates,
  async run({ from, onlyFree, refunds = '', ...dates }, context) {
    const closing = { ...dates, onlyFree: onlyFree === 'yes', refunds: refunds.split(',') };
    await closeDates(context, { ...closing, by: (await signedInOf(context)).account }, causeOf(context));
    return done(pageOf(from), 'units-closed');
  },
});

export const openUnits = accountForm('openUnits', {
  ...ofDates,
  async run({ from, ...dates }, context) {
    await openDates(context, { ...dates, by: (await signedInOf(context)).account }, causeOf(context));
    return done(pageOf(from), 'units-opened');
  },
});
