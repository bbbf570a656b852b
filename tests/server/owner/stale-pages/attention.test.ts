import { bookingStream } from '#events/booking/booking.ts';
import { recordRefund } from '#events/booking/paying.ts';
import type { Job, JobState } from '#db/jobs.ts';
import { dueJobs } from '#db/queries/jobs.ts';
import type { Town } from '../../accounts/town.ts';
import { parkMail, settleMail } from '../park-mail.ts';
import { PHONE_CALL } from './phone-call.ts';
import { CAUSE, type Case, MORNING, type World, book, forfeit, refusesStale } from './world.ts';

/** A refund that failed. */
async function failedRefund(given: World): Promise<{ readonly eventId: string; readonly payment: string }> {
  const { town, ada } = given;
  const eventId = await book(given);
  await ada.call('cancelForCustomer', { eventId, ...MORNING });
  const payment = (await town.state(eventId))?.payments[0]?.payment ?? '';
  await outcome(town, eventId, { type: 'RefundFailed', data: { payment, attempt: 1, reason: 'card closed' } });
  return { eventId, payment };
}

async function outcome(town: Town, id: string, refund: Parameters<typeof recordRefund>[1]): Promise<void> {
  const streams = { booking: bookingStream(id) };
  await town.store.change({ streams, decide: (states) => recordRefund(states, refund), cause: CAUSE });
}

/** A webhook message that waits: nothing publishes it. */
async function waitingWebhook(given: World) {
  await book(given);
  const { store } = given.town;
  const [{ id }] = (await dueJobs(store.db, 'webhook', Number.MAX_SAFE_INTEGER, 1)) as [Job];
  const update = (from: JobState, state: JobState) =>
    store.change({
      streams: {},
      decide: () => ({}),
      cause: CAUSE,
      updateJob: { id, from, set: { state, code: 'svix-422', endedAt: given.town.clock.now() } },
    });
  return { failure: `job-${id}`, update };
}

const ATTENTION: readonly Case[] = [
  [
    'retryRefund',
    'the refund went through',
    'refund-not-failed',
    async (given) => {
      const input = await failedRefund(given);
      const { town } = given;
      return {
        input,
        meanwhile: () =>
          outcome(town, input.eventId, { type: 'RefundSucceeded', data: { payment: input.payment, refund: 'r1' } }),
      };
    },
  ],
  [
    'settleRefund',
    'another admin noted it',
    'refund-not-owed',
    async ({ ada }) => {
      const { redirect = '' } = await ada.call('bookByPhone', PHONE_CALL);
      const eventId = redirect.split('/').at(-1) ?? '';
      await ada.call('cancelForCustomer', { eventId, ...MORNING });
      const input = { eventId, payment: `outside-${eventId}` };
      return { input, meanwhile: () => ada.call('settleRefund', input) };
    },
  ],
  [
    'sendMailAgain',
    'it was sent',
    'already-settled',
    async (given) => {
      const booking = await book(given);
      const failure = await parkMail(given.town, booking);
      return { input: { failure }, meanwhile: () => settleMail(given.town, booking) };
    },
  ],
  [
    'sendWebhookAgain',
    'it was sent',
    'already-settled',
    async (given) => {
      const { failure, update } = await waitingWebhook(given);
      await update('waiting', 'parked');
      return { input: { failure }, meanwhile: () => update('parked', 'done') };
    },
  ],
  [
    'hastenWebhooks',
    'all were sent',
    'already-settled',
    async (given) => {
      const { update } = await waitingWebhook(given);
      return { input: {}, meanwhile: () => update('waiting', 'done') };
    },
  ],
  [
    'dismissAttention',
    'the payment was refunded',
    'already-settled',
    async (given) => {
      const eventId = await forfeit(given);
      return {
        input: { item: `forfeit-${eventId}`, reason: 'called' },
        meanwhile: () => given.ada.call('refundKeptPayment', { eventId }),
      };
    },
  ],
  [
    'restoreAttention',
    'the payment was refunded',
    'already-settled',
    async (given) => {
      const eventId = await forfeit(given);
      await given.ada.call('dismissAttention', { item: `forfeit-${eventId}`, reason: 'called' });
      return {
        input: { item: `forfeit-${eventId}` },
        meanwhile: () => given.ada.call('refundKeptPayment', { eventId }),
      };
    },
  ],
];

refusesStale('a command about what needs attention', ATTENTION);
