import { z } from 'zod';
import type { WebhookNotice } from './port.ts';
import { TOLERANCE_SECONDS, WebhookRejected } from '../signed-notices.ts';

const event = z.object({
  id: z.string().min(1),
  type: z.string(),
  livemode: z.boolean(),
  data: z.object({
    object: z.looseObject({
      id: z.string().optional(),
      client_reference_id: z.string().nullish(),
      payment_intent: z.unknown().optional(),
    }),
  }),
});

const NEEDED_CHECKOUT_EVENTS = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.expired',
];

const NEEDED_PAYMENT_EVENTS = [
  'charge.refunded',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
];

export const NEEDED_EVENTS: readonly string[] = [...NEEDED_CHECKOUT_EVENTS, ...NEEDED_PAYMENT_EVENTS];

const CHECKOUT_EVENTS = new Set([...NEEDED_CHECKOUT_EVENTS, 'checkout.session.async_payment_failed']);

/** Stripe has given the same event several names over time. */
const PAYMENT_EVENTS = new Set([...NEEDED_PAYMENT_EVENTS, 'charge.refund.updated', 'refund.created']);

/** Throws `WebhookRejected` beyond 300 s in either direction. The SDK accepts notices from the future. */
export function checkTime(signatureHeader: string, now: number): void {
  const times = signatureHeader.split(',').filter((part) => part.startsWith('t='));
  const [time = ''] = times;
  if (times.length !== 1 || !/^t=\d{1,12}$/.test(time)) throw new WebhookRejected('the signature header is malformed');
  if (Math.abs(now / 1000 - Number(time.slice(2))) > TOLERANCE_SECONDS) {
    throw new WebhookRejected('the notice is too old or from the future');
  }
}

export function noticeOf(verified: unknown, isLive: boolean): WebhookNotice {
  const { data: parsed } = event.safeParse(verified);
  if (!parsed) throw new WebhookRejected('the notice is malformed');
  const { id, type, livemode } = parsed;
  if (livemode !== isLive)
    throw new WebhookRejected(livemode ? 'the notice is of live mode' : 'the notice is of test mode');
  const { id: object, client_reference_id: booking, payment_intent: payment } = parsed.data.object;
  if (PAYMENT_EVENTS.has(type) && typeof payment === 'string') return { id, payment };
  if (object === undefined) return { id };
  return CHECKOUT_EVENTS.has(type) && booking ? { id, checkout: object } : { id };
}
