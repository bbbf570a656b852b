/** The parts of Stripe's responses that are used, validated by schemas. */
import { z } from 'zod';
import { type Checkout, NoSuchCheckout, type Refund } from './port.ts';

const metadata = z.record(z.string(), z.string()).nullish();

const paymentIntent = z.object({
  id: z.string().min(1),
  status: z.string(),
  amount_received: z.int().nonnegative(),
  currency: z.string(),
});

const session = z.object({
  id: z.string().min(1),
  url: z.url({ protocol: /^https$/ }).nullable(),
  status: z.enum(['open', 'complete', 'expired']),
  payment_status: z.string(),
  client_reference_id: z.string().nullable(),
  metadata,
  amount_total: z.int().nullable(),
  currency: z.string().nullable(),
  payment_intent: paymentIntent.nullable(),
});

export type Session = z.infer<typeof session>;

/** Expansion that every response about a checkout session needs. */
export const WITH_PAYMENT = { expand: ['payment_intent'] };

export function readSession(answer: unknown): Session {
  return session.parse(answer);
}

/**
 * Converts a session to a checkout. Its one payment counts once it is `paid`, with the amount received in the end: a session that
 * is complete and `unpaid` waits for money that may never arrive. Throws `NoSuchCheckout` for a session that this site did not
 * open. The metadata decides: only the holder of the secret key can set it, while a payer at another shop's Payment Link in the
 * same account can type any `client_reference_id` into the address.
 */
export function checkoutOf(answer: Session): Checkout {
  const { id, url, status, payment_status, client_reference_id: booking, payment_intent: intent } = answer;
  if (booking === null || answer.metadata?.['booking'] !== booking) throw new NoSuchCheckout();
  const isPaid = payment_status === 'paid' && intent?.status === 'succeeded';
  const payments = isPaid ? [{ id: intent.id, amount: intent.amount_received, currency: intent.currency }] : [];
  return { id, url: url ?? '', booking, status, payments };
}

const refund = z.object({
  id: z.string().min(1),
  amount: z.int(),
  status: z.string().nullable(),
  failure_reason: z.string().nullish(),
  metadata,
});

const foundRefund = refund.extend({
  payment_intent: z.object({ id: z.string(), metadata }).nullable(),
});

const refunds = z.object({ data: z.array(refund) });

type AnsweredRefund = z.infer<typeof refund>;

export function readRefund(answer: unknown): AnsweredRefund {
  return refund.parse(answer);
}

export function readRefunds(answer: unknown): readonly AnsweredRefund[] {
  return refunds.parse(answer).data;
}

/** Why a refund failed; null when its money is under way or has arrived. A pending one counts as done until it fails. */
export function failureOf({ status, failure_reason: reason }: AnsweredRefund): string | null {
  if (status !== 'failed' && status !== 'canceled') return null;
  return `the refund was ${status === 'failed' ? 'sent back' : 'canceled'} (${reason ?? 'no reason given'})`;
}

/** Converts a refund with its expanded payment. */
export function refundOf(answer: unknown): Refund {
  const found = foundRefund.parse(answer);
  const { id, payment_intent: intent } = found;
  return { id, payment: intent?.id ?? '', booking: intent?.metadata?.['booking'] ?? null, failure: failureOf(found) };
}
