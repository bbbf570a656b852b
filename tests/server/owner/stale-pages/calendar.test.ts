import { DATE, MORNING_STARTS } from '../../../events/facts.ts';
import { PHONE_CALL } from './phone-call.ts';
import { type Case, DAY_MS, MORNING, book, cancels, refusesStale, waitUntil } from './world.ts';

const WHOLE_DAY = { first: DATE, last: DATE, units: 'full' } as const;
const CALENDAR: readonly Case[] = [
  [
    'closeUnits',
    'a customer booked some of the time',
    'units-taken',
    async (given) => ({ input: WHOLE_DAY, meanwhile: () => book(given) }),
  ],
  [
    'closeUnits',
    'a customer held some of the time',
    'units-taken',
    async ({ town }) => ({ input: WHOLE_DAY, meanwhile: () => town.person().browser.holds(MORNING) }),
  ],
  [
    'closeUnits',
    'all of the time began',
    'units-over',
    async (given) => ({ input: { ...WHOLE_DAY, units: 'am' }, meanwhile: () => waitUntil(given, MORNING_STARTS) }),
  ],
  [
    'closeUnits',
    'a customer canceled late there',
    'refunds-not-accepted',
    async (given) => {
      const id = await book(given);
      await waitUntil(given, MORNING_STARTS - DAY_MS);
      return { input: { ...WHOLE_DAY, onlyFree: 'yes' }, meanwhile: () => cancels(given, id) };
    },
  ],
  [
    'bookByPhone',
    'a customer booked the time',
    'slot-taken',
    async (given) => ({ input: PHONE_CALL, meanwhile: () => book(given) }),
  ],
  [
    'bookByPhone',
    'another admin closed the time',
    'slot-taken',
    async ({ ada }) => ({ input: PHONE_CALL, meanwhile: () => ada.call('closeUnits', WHOLE_DAY) }),
  ],
];

refusesStale('a command about the calendar', CALENDAR);
