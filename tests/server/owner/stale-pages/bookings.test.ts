import { BEN, books } from '../../accounts/town.ts';
import { until } from '../../workers/run.ts';
import { PHONE_CALL } from './phone-call.ts';
import { MORNING_STARTS } from '../../../events/facts.ts';
import { type Case, DAY_MS, MORNING, type World, book, cancels, forfeit, refusesStale, waitUntil } from './world.ts';

const LATER = { newDate: '2027-03-20', newClaim: 'pm' } as const;
const DETAILS = { name: 'Ben Ito', phone: '805-555-0199', email: BEN.email, area: 'Ojai', address: '9 Oak Rd' };

/** A booking that the page shows, and what happens to it meanwhile. */
function about(
  shown: (given: World) => Promise<string>,
  meanwhile: (given: World & { readonly eventId: string }) => Promise<unknown>,
  more: object = {},
) {
  return async (given: World) => {
    const eventId = await shown(given);
    return { input: { eventId, ...more }, meanwhile: () => meanwhile({ ...given, eventId }) };
  };
}

async function started(given: World): Promise<string> {
  const id = await book(given);
  await waitUntil(given, MORNING_STARTS + DAY_MS / 24);
  return id;
}

async function completed(given: World): Promise<string> {
  const eventId = await started(given);
  await given.ada.call('completeVisit', { eventId });
  return eventId;
}

async function missed(given: World): Promise<string> {
  const eventId = await started(given);
  await given.ada.call('recordNoShow', { eventId });
  return eventId;
}

const BOOKINGS: readonly Case[] = [
  [
    'completeVisit',
    'another admin recorded a no-show',
    'not-confirmed',
    about(started, ({ ada, eventId }) => ada.call('recordNoShow', { eventId })),
  ],
  [
    'recordNoShow',
    'another admin recorded it as done',
    'not-confirmed',
    about(started, ({ ada, eventId }) => ada.call('completeVisit', { eventId })),
  ],
  [
    'undoCompletion',
    'another admin undid it',
    'not-completed',
    about(completed, ({ ada, eventId }) => ada.call('undoCompletion', { eventId })),
  ],
  [
    'undoCompletion',
    'a day went by',
    'too-late',
    about(completed, (given) => waitUntil(given, given.town.clock.now() + DAY_MS)),
  ],
  [
    'undoCompletion',
    'another admin refunded it',
    'already-refunded',
    about(completed, ({ ada, eventId }) => ada.call('refundKeptPayment', { eventId })),
  ],
  [
    'undoNoShow',
    'another admin undid it',
    'not-a-no-show',
    about(missed, ({ ada, eventId }) => ada.call('undoNoShow', { eventId })),
  ],
  [
    'cancelForCustomer',
    'the customer canceled it',
    'not-confirmed',
    about(book, (given) => cancels(given, given.eventId), MORNING),
  ],
  [
    'cancelForCustomer',
    'it was moved',
    'plans-changed',
    about(book, ({ ada, eventId }) => ada.call('moveForCustomer', { eventId, ...MORNING, ...LATER }), MORNING),
  ],
  [
    'moveForCustomer',
    'it was moved elsewhere',
    'plans-changed',
    about(
      book,
      ({ ada, eventId }) => ada.call('moveForCustomer', { eventId, ...MORNING, newDate: '2027-03-22', newClaim: 'am' }),
      { ...MORNING, ...LATER },
    ),
  ],
  [
    'moveForCustomer',
    'the new time was booked',
    'time-booked',
    about(book, ({ town }) => books(town, town.person(), 'eve@example.com', { date: '2027-03-20', claim: 'pm' }), {
      ...MORNING,
      ...LATER,
    }),
  ],
  [
    'moveForCustomer',
    'the new time was held',
    'time-held',
    about(book, ({ town }) => town.person().browser.holds({ date: '2027-03-20', claim: 'pm' }), {
      ...MORNING,
      ...LATER,
    }),
  ],
  [
    'moveForCustomer',
    'the new time was closed',
    'time-closed',
    about(book, ({ ada }) => ada.call('closeUnits', { first: '2027-03-20', last: '2027-03-20', units: 'pm' }), {
      ...MORNING,
      ...LATER,
    }),
  ],
  [
    'refundKeptPayment',
    'its time was booked again',
    'not-forfeited',
    about(forfeit, ({ town }) => books(town, town.person(), 'eve@example.com', MORNING)),
  ],
  [
    'correctForCustomer',
    'the customer canceled it',
    'not-confirmed',
    about(book, (given) => cancels(given, given.eventId), DETAILS),
  ],
  [
    'correctForCustomer',
    'another admin corrected it alike',
    'same-details',
    about(book, ({ ada, eventId }) => ada.call('correctForCustomer', { eventId, ...DETAILS, area: 'Ojai' }), DETAILS),
  ],
  [
    'correctForCustomer',
    'the customer deleted their account',
    'details-deleted',
    async ({ town, ben }) => ({
      input: { eventId: await books(town, ben, BEN.email, MORNING), ...DETAILS },
      async meanwhile() {
        await ben.deletes(BEN.password, 'cancel');
        await until(town.isCleaned);
      },
    }),
  ],
  [
    'sendMessage',
    'the customer deleted their account',
    'no-address',
    async ({ town, ben }) => ({
      input: { eventId: await books(town, ben, BEN.email, MORNING), message: 'See you soon.', key: PHONE_CALL.key },
      async meanwhile() {
        await ben.deletes(BEN.password, 'cancel');
        await until(town.isCleaned);
      },
    }),
  ],
];

refusesStale('a command about a booking', BOOKINGS);
