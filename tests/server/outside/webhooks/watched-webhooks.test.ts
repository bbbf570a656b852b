import { expect, test } from 'vitest';
import { NO_WEBHOOKS, WebhookDelayed, type WebhookProvider, WebhookRefused } from '#server/outside/webhooks/port.ts';
import { WatchedWebhooks } from '#server/outside/webhooks/watched-webhooks.ts';

const MESSAGE = { id: 'e1', type: 'booking.confirmed', payload: {} };
const signal = new AbortController().signal;

function watched(change: Partial<WebhookProvider>): WatchedWebhooks {
  return new WatchedWebhooks({ ...NO_WEBHOOKS, ...change });
}

test('the reason of a message’s delay is known until it goes out, or is refused', async () => {
  const outcomes = [new WebhookDelayed('503'), null, new WebhookDelayed('429'), new WebhookRefused('svix-422')];
  const webhooks = watched({
    publish: async () => {
      const outcome = outcomes.shift();
      if (outcome) throw outcome;
    },
  });
  const failures = [webhooks.failureOf('e1')];
  while (outcomes.length > 0) {
    await webhooks.publish(MESSAGE, signal).catch(() => {});
    failures.push(webhooks.failureOf('e1'));
  }
  expect(failures).toEqual([null, '503', null, '429', null]);
});

test('an aborted message is no failure', async () => {
  const stopping = new AbortController();
  const webhooks = watched({ publish: () => Promise.reject(new Error('stopped')) });
  stopping.abort();
  await webhooks.publish(MESSAGE, stopping.signal).catch(() => {});
  expect(webhooks.failureOf('e1')).toBeNull();
});

test('forgetting waits for the message that is being published, which may be one of them', async () => {
  const steps: string[] = [];
  const { promise: accepted, resolve } = Promise.withResolvers<void>();
  const webhooks = watched({
    publish: async () => {
      await accepted;
      steps.push('published');
    },
    forget: async () => void steps.push('forgotten'),
  });
  const publishing = webhooks.publish(MESSAGE, signal);
  const forgetting = webhooks.forget(['e1'], signal);
  await Promise.resolve();
  resolve();
  await Promise.all([publishing, forgetting]);
  expect(steps).toEqual(['published', 'forgotten']);
});
