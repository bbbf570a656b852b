import PQueue from 'p-queue';
import { bookingOf } from '#events/booking/booking.ts';
import { hasLapsed } from '#events/booking/holding.ts';
import { expire } from '../buying/expire.ts';
import { follow } from '../../process/following/follower.ts';
import type { Worker } from '../../process/following/worker.ts';
import type { WorkerDependencies } from './dependencies.ts';

/** Holds ended in parallel: a checkout that the provider does not close delays no other hold. */
const AT_ONCE = 4;

/**
 * Ends lapsed holds. All holds last equally long, so they lapse in log order. One that cannot be ended now, because its checkout
 * cannot be closed or the process stops, is left to reconciliation.
 */
export const holdExpiry: Worker<WorkerDependencies> = async (dependencies, signal) => {
  const { log } = dependencies;
  const queue = new PQueue({ concurrency: AT_ONCE });
  const follower = follow({
    name: 'hold-expiry',
    types: ['SlotHeld'],
    dueAt: ({ data: { expiresAt } }, now) => (hasLapsed(expiresAt, now) ? now : expiresAt),
    async handle(event) {
      await queue.onSizeLessThan(1);
      const id = bookingOf(event.stream);
      const cause = { correlation: event.correlation, causation: event.id };
      const expiring = queue.add(() => expire(dependencies, id, 'lapsed', cause));
      expiring.catch((error: unknown) => log.warn({ err: error, worker: 'hold-expiry', id }, LEFT_FOR_LATER));
    },
  });
  await follower(dependencies, signal);
  await queue.onIdle();
};

const LEFT_FOR_LATER = 'a hold could not be given back in time, will be tried again';
