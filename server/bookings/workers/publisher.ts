import { type BookingEvent, type BookingEventOf, bookingOf, bookingStream } from '#events/booking/booking.ts';
import type { Recorded } from '#events/event.ts';
import { type WebhookEvent, parkWebhook, settleWebhook, webhookEventOf, webhookStream } from '#events/webhook.ts';
import { WebhookDelayed, type WebhookMessage, WebhookRefused } from '../../outside/webhooks/port.ts';
import { type Follower, follow } from '../../process/following/follower.ts';
import { type Attempt, TryLater, type Worker } from '../../process/following/worker.ts';
import { PUBLIC_CAUSES, type PublicCause, messageAbout } from '../webhooks/public-events.ts';
import type { WorkerDependencies } from './dependencies.ts';

type Published = Recorded<BookingEventOf<PublicCause>>;
type Asked = Recorded<Extract<WebhookEvent, { type: 'WebhookRetried' }>>;

/**
 * Failed attempts, about four hours, after which a message gives way if the provider answers everything else: a message that it always
 * fails on must not hold up all others for ever.
 */
const GIVES_WAY_AFTER = 40;

/** The message about an event; null when its payload cannot be built, which is a fault of this program and must not hold up others. */
async function written(event: Published, { store, config, log }: WorkerDependencies): Promise<WebhookMessage | null> {
  const stream = await store.eventsOf<BookingEvent>(bookingStream(bookingOf(event.stream)));
  try {
    return messageAbout(event, stream, { sendsCustomer: config.webhookCustomerData });
  } catch (error) {
    log.error({ err: error, worker: FOLLOWER.name, event: event.id }, 'the message about an event cannot be written');
    return null;
  }
}

/** Publishes an event. Resolves with why the provider will never accept it; null when it has accepted it. */
async function publish(
  event: Published,
  dependencies: WorkerDependencies,
  { signal, failures }: Attempt,
): Promise<string | null> {
  const { webhooks } = dependencies;
  const message = await written(event, dependencies);
  if (message === null) return 'this site could not write it';
  try {
    await webhooks.publish(message, signal);
    return null;
  } catch (error) {
    if (error instanceof WebhookRefused) return error.message;
    if (!(error instanceof WebhookDelayed)) throw error;
    const { message: reason, afterMs, mayBeItsOwn } = error;
    if (mayBeItsOwn && failures >= GIVES_WAY_AFTER && (await webhooks.isUp(signal))) return reason;
    throw new TryLater(reason, { afterMs, isForAll: false, cause: error });
  }
}

/** Adds a refused message to the attention list. `by` is the event that caused this attempt. */
async function park(event: Published, reason: string, by: Published | Asked, dependencies: WorkerDependencies) {
  const { store, log } = dependencies;
  const { type: cause, position, id } = event;
  await store.change({
    streams: { webhook: webhookStream(id) },
    decide: (states) => parkWebhook(states, { cause, position, booking: bookingOf(event.stream), reason }),
    cause: { correlation: by.correlation, causation: by.id },
  });
  log.error({ worker: FOLLOWER.name, position, event: id, reason }, 'a webhook message was refused');
}

async function publishAgain(by: Asked, dependencies: WorkerDependencies, attempt: Attempt): Promise<void> {
  const { store } = dependencies;
  const event = (await store.eventAt(by.data.position)) as Published;
  if (event.id !== webhookEventOf(by.stream))
    throw new Error(`position ${by.data.position} has another event than the message's`);
  const refusal = await publish(event, dependencies, attempt);
  if (refusal !== null) return park(event, refusal, by, dependencies);
  await store.change({
    streams: { webhook: webhookStream(event.id) },
    decide: settleWebhook,
    cause: { correlation: by.correlation, causation: by.id },
  });
}

const FOLLOWER: Follower<PublicCause | Asked['type'], WorkerDependencies> = {
  name: 'webhooks',
  types: [...PUBLIC_CAUSES, 'WebhookRetried'],
  isOneLane: true,
  async handle(event, dependencies, attempt) {
    if (event.type === 'WebhookRetried') return publishAgain(event, dependencies, attempt);
    const refusal = await publish(event, dependencies, attempt);
    if (refusal !== null) await park(event, refusal, event, dependencies);
  },
};

/** Name and types of the publisher, to see how far it is. */
export const PUBLISHER: Pick<Follower<never>, 'name' | 'types'> = FOLLOWER as never;

/**
 * The publisher: sends the public events to the webhook provider, one at a time, in log order. An event's id is its idempotency key,
 * so each message exists once. While the provider does not accept one, all later ones wait. A start attempts it at once, because a
 * wrong setting is corrected by a restart, and so does an admin's command.
 */
export const publisher: Worker<WorkerDependencies> = async (dependencies, signal) => {
  const { store } = dependencies;
  while (!signal.aborted) {
    const again = new AbortController();
    const stop = store.onCommit((events) => {
      if (events.some(({ type }) => type === 'WebhookHastened')) again.abort();
    });
    try {
      store.checkpoints.hasten(FOLLOWER.name, 0);
      await follow(FOLLOWER)(dependencies, AbortSignal.any([signal, again.signal]));
    } finally {
      stop();
    }
  }
};
