import { type BookingEvent, bookingOf, bookingStream } from '#events/booking/booking.ts';
import { WebhookDelayed } from '../../outside/webhooks/port.ts';
import { follow } from '../../process/following/follower.ts';
import { TryLater } from '../../process/following/worker.ts';
import { hasPersonalMessage } from '../webhooks/public-events.ts';
import type { WorkerDependencies } from './dependencies.ts';

/** Has the webhook provider remove what it stores about a deleted customer: the content of messages with personal data. */
export const webhookForgetting = follow<'CustomerForgotten', WorkerDependencies>({
  name: 'webhook-forgetting',
  types: ['CustomerForgotten'],
  async handle(event, { store, webhooks }, { signal }) {
    const events = await store.eventsOf<BookingEvent>(bookingStream(bookingOf(event.stream)));
    const ids = events.filter(hasPersonalMessage).map(({ id }) => id);
    try {
      await webhooks.forget(ids, signal);
    } catch (error) {
      if (!(error instanceof WebhookDelayed)) throw error;
      const { message, afterMs } = error;
      throw new TryLater(message, { afterMs, isForAll: true, cause: error });
    }
  },
});
