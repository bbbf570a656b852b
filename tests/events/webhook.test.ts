import { describe, expect, test } from 'vitest';
import { fold } from '#events/event.ts';
import {
  type WebhookEvent,
  hastenWebhook,
  parkWebhook,
  retryWebhook,
  settleWebhook,
  webhookEventOf,
  webhookStream,
  webhookType,
} from '#events/webhook.ts';
import { frozen } from './given.ts';

const REFUSAL = { cause: 'BookingConfirmed', position: 4, booking: 'b1', reason: '422 validation_error' } as const;
const parked = (attempt = 1): WebhookEvent => ({ type: 'WebhookParked', data: { ...REFUSAL, attempt } });
const retried: WebhookEvent = { type: 'WebhookRetried', data: { position: 4 } };
const settled: WebhookEvent = { type: 'WebhookSettled', data: { position: 4 } };

function after(...events: WebhookEvent[]) {
  return { webhook: fold(webhookType, frozen(events)) };
}

describe('a refused message', () => {
  test('is parked, once', () => {
    expect(parkWebhook(after(), REFUSAL)).toEqual({ webhook: [parked()] });
    expect(parkWebhook(after(parked()), REFUSAL)).toEqual({ webhook: [] });
  });

  test('is parked again when another attempt is refused, and counted', () => {
    expect(parkWebhook(after(parked(), retried), REFUSAL)).toEqual({ webhook: [parked(2)] });
  });
});

describe('another attempt', () => {
  test('at a parked message names its event, and the admin who asked for it', () => {
    expect(retryWebhook(after(parked()))).toEqual({ webhook: [retried] });
    expect(retryWebhook(after(parked()), 'a1')).toEqual({
      webhook: [{ type: 'WebhookRetried', data: { position: 4, admin: 'a1' } }],
    });
  });

  test.each([
    ['never parked', []],
    ['being tried', [parked(), retried]],
    ['settled', [parked(), retried, settled]],
  ])('at a message that is %s is nothing to do', (_, events) => {
    expect(retryWebhook(after(...events))).toEqual({ webhook: [] });
  });

  test('that was accepted settles the message, once', () => {
    expect(settleWebhook(after(parked(), retried))).toEqual({ webhook: [settled] });
    expect(settleWebhook(after(parked(), retried, settled))).toEqual({ webhook: [] });
    expect(settleWebhook(after())).toEqual({ webhook: [] });
  });
});

test('hastening names the event and the admin, and changes no state', () => {
  const hastened = hastenWebhook(4, 'a1').webhook;
  expect(hastened).toEqual([{ type: 'WebhookHastened', data: { position: 4, admin: 'a1' } }]);
  expect(after(parked(), ...hastened)).toEqual(after(parked()));
});

test('a message is not settled before it was parked', () => {
  expect(() => after(settled)).toThrow('before WebhookParked');
});

test('a stream is named for the event that the message is about', () => {
  expect(webhookStream('e1').name).toBe('webhook-e1');
  expect(webhookEventOf('webhook-e1')).toBe('e1');
});
