import type { NewJob } from '#db/jobs.ts';
import { makeJobsDueBy } from '#db/queries/jobs.ts';
import { type BookingEvent, type BookingEventOf, bookingOf, bookingStream } from '#events/booking/booking.ts';
import type { Recorded } from '#events/event.ts';
import { type WebhookMessage, WebhookRefused } from '../../outside/webhooks/port.ts';
import type { JobKind } from '../../process/jobs/job-kind.ts';
import {
  EVENT_TYPES,
  PUBLIC_CAUSES,
  type PublicCause,
  hasPersonalMessage,
  messageAbout,
} from '../webhooks/public-events.ts';
import type { JobDependencies } from '../dependencies.ts';
import { parkedLetterOf } from './mail.ts';

type Published = Recorded<BookingEventOf<PublicCause>>;

const DAY_MS = 24 * 3_600_000;

async function writeMessage(event: Published, { store, config, log }: JobDependencies): Promise<WebhookMessage> {
  const stream = await store.eventsOf<BookingEvent>(bookingStream(bookingOf(event.stream)));
  try {
    return messageAbout(event, stream, { sendsCustomer: config.webhookCustomerData });
  } catch (error) {
    log.error({ err: error, event: event.id }, 'webhook message not written');
    throw new WebhookRefused('not-written');
  }
}

function messageOn({ id, stream, at }: Published): NewJob {
  return { key: id, orderKey: bookingOf(stream), due: at };
}

/** In log order for each booking. An event's id is its idempotency key. Parks what the provider refuses. */
export const webhook: JobKind<JobDependencies> = {
  kind: 'webhook',
  on: Object.fromEntries(PUBLIC_CAUSES.map((type) => [type, messageOn])),
  atOnce: 2,
  async run(job, dependencies, signal) {
    const event = (await dependencies.store.eventAt(job.position!)) as Published;
    await dependencies.webhooks.publish(await writeMessage(event, dependencies), signal);
  },
  onPark: parkedLetterOf,
};

export const webhookForgetting: JobKind<JobDependencies> = {
  kind: 'webhook-forgetting',
  on: { CustomerForgotten: ({ id, stream, at }) => ({ key: id, orderKey: bookingOf(stream), due: at }) },
  atOnce: 1,
  async run(job, { store, webhooks }, signal) {
    const { stream } = await store.eventAt(job.position!);
    const events = await store.eventsOf<BookingEvent>(bookingStream(bookingOf(stream)));
    await webhooks.forget(
      events.filter(hasPersonalMessage).map(({ id }) => id),
      signal,
    );
  },
};

/** Retries failed messages once the provider accepts the types, after a restart has corrected the settings. */
export const webhookEventTypes: JobKind<JobDependencies> = {
  kind: 'webhook-event-types',
  on: {},
  every: DAY_MS,
  atStart: true,
  atOnce: 1,
  async run(_, { store, webhooks, clock }, signal) {
    await webhooks.prepare(EVENT_TYPES, signal);
    await store.write([makeJobsDueBy(store.db, webhook.kind, clock.now())]);
  },
};
