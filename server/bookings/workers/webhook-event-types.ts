import { WebhookDelayed } from '../../outside/webhooks/port.ts';
import { backoff } from '../../process/following/backoff.ts';
import type { Worker } from '../../process/following/worker.ts';
import { EVENT_TYPES } from '../webhooks/public-events.ts';
import type { WorkerDependencies } from './dependencies.ts';

/** Registers the public event types at the webhook provider once after each start, and tries again until it has accepted them. */
export const webhookEventTypes: Worker<WorkerDependencies> = async ({ webhooks, clock, log }, signal) => {
  for (let failures = 1; !signal.aborted; failures++) {
    try {
      await webhooks.prepare(EVENT_TYPES, signal);
      return;
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof WebhookDelayed)) throw error;
      log.warn({ err: error, worker: 'webhook-event-types', failures }, 'work failed, will be tried again');
      await clock.wait(Math.max(error.afterMs, backoff(failures)), signal);
    }
  }
};
