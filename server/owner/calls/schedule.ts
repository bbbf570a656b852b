import { z } from 'zod';
import { civilDate } from '#shared/booking/booking-details.ts';
import { accountInputs } from '#shared/account/account-fields.ts';
import {
  CALENDAR_PATH,
  CLOSE_PATH,
  SCHEDULE_DATES,
  SCHEDULE_PATH,
  SCHEDULE_VIEWS,
  closePath,
  rangeFault,
} from '#shared/owner/schedule.ts';
import { civilDateAt } from '#events/business-time.ts';
import { done } from '../../accounts/calls/account-form.ts';
import { businessTime } from '../../bookings/dependencies.ts';
import { validField } from '../../web/http/checked-input.ts';
import { signedInOf } from '../../web/rpc/handler.ts';
import { feedUrl, makeFeed, removeFeed } from '../calendar-feed.ts';
import { closeDates, closurePlan as readPlan, openDates } from '../close-dates.ts';
import { visitsOn } from '../near-visits.ts';
import { schedule as readSchedule } from '../schedule.ts';
import { ownerCommand, ownerForm, ownerQuery } from './handlers.ts';

/** The query is parsed by that page; the path is fixed. */
function pageOf(from = ''): string {
  const search = new URLSearchParams(from);
  if (search.size === 0) return SCHEDULE_PATH;
  return `${SCHEDULE_PATH}?${search.toString()}${search.get('view') === 'month' ? '#day' : ''}`;
}

const shownDate = civilDate('not a date').refine(
  (value) => value >= SCHEDULE_DATES.first && value <= SCHEDULE_DATES.last,
);

export const schedule = ownerQuery<'schedule'>(
  z.strictObject({ view: z.enum(SCHEDULE_VIEWS), date: shownDate.exactOptional() }),
  (query, context) => readSchedule(context, query),
);

export const daySheet = ownerQuery<'daySheet'>(
  z.strictObject({ date: shownDate.exactOptional() }),
  ({ date }, context) => {
    const { now, timeZone } = businessTime(context);
    return visitsOn(context, date ?? civilDateAt(now, timeZone));
  },
);

const { first, last, units } = accountInputs.closeUnits.shape;

export const closurePlan = ownerQuery<'closurePlan'>(
  z.strictObject({ first, last, units }).refine((range) => rangeFault(range) === null),
  (query, context) => readPlan(context, query),
);

/** A refused form leads to the page that says what the closure would do. */
function planPage(form: URLSearchParams): string {
  const [from, to] = [validField(form, 'first', first), validField(form, 'last', last)];
  const asked = validField(form, 'units', units);
  return from && to && asked ? closePath({ first: from, last: to, units: asked }) : CLOSE_PATH;
}

export const closeUnits = ownerForm('closeUnits', {
  page: planPage,
  async run({ from, onlyFree, refunds = '', ...dates }, context, { by, cause }) {
    const closing = { ...dates, by, onlyFree: onlyFree === 'yes', refunds: refunds.split(',') };
    await closeDates(context, closing, cause);
    return done(pageOf(from), 'units-closed');
  },
});

export const openUnits = ownerForm('openUnits', {
  page: planPage,
  async run({ from, ...dates }, context, { by, cause }) {
    await openDates(context, { ...dates, by }, cause);
    return done(pageOf(from), 'units-opened');
  },
});

export const calendarFeed = ownerQuery<'calendarFeed'>(z.void(), async (_, context) => ({
  url: await feedUrl(context, (await signedInOf(context)).account),
}));

export const makeCalendarFeed = ownerForm('makeCalendarFeed', {
  page: CALENDAR_PATH,
  async run(_, context, { by, cause }) {
    const isFirst = (await feedUrl(context, by)) === null;
    await makeFeed(context, by, cause);
    return isFirst ? 'calendar-feed-made' : 'calendar-feed-replaced';
  },
});

export const removeCalendarFeed = ownerCommand(
  'removeCalendarFeed',
  CALENDAR_PATH,
  'calendar-feed-removed',
  (context, { by }, cause) => removeFeed(context, by, cause),
);
