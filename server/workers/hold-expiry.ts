import { bookingOf } from '#events/booking.ts';
import { expire } from '../bookings/expire.ts';
import { ProviderError } from '../payments/port.ts';
import { follow } from './follower.ts';

/**
 * Gives slots back when their holds lapse. Holds all last equally long, so they fall due in log order. One whose checkout
 * cannot be closed now is left to reconciliation, so that it holds up no other.
 */
export const holdExpiry = follow({
  name: 'hold-expiry',
  types: ['SlotHeld'],
  dueAt: (event) => event.data.expiresAt,
  async handle(event, dependencies) {
    const cause = { correlation: event.correlation, causation: event.id };
    try {
      await expire(dependencies, bookingOf(event.stream), 'lapsed', cause);
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      dependencies.log.warn({ err: error, worker: 'hold-expiry' }, 'a checkout could not be closed in time');
    }
  },
});
