import { Rejected } from '#shared/calls/refusals.ts';
import type { Log } from '../../process/log.ts';
import { NoSuchCheckout, NoSuchPayment, type PaymentProvider } from '../../outside/payments/port.ts';
import type { NoticeSource } from './notices.ts';

export interface PaymentNoticeParts {
  readonly payments: PaymentProvider;
  readonly log: Log;
  /** Queries the provider about a checkout and records the result. `notice` is the cause. */
  readonly fulfil: (checkout: string, notice: string) => Promise<unknown>;
  /** The same for the refunds and disputes of a payment. */
  readonly reviewPayment: (payment: string, notice: string) => Promise<unknown>;
}

/** Whether the subject of a notice is unknown here or at the provider. */
function isNotOurs(error: unknown): error is Error {
  return error instanceof Rejected || error instanceof NoSuchCheckout || error instanceof NoSuchPayment;
}

/**
 * The payment provider's notices. Each only causes a query to the provider. A notice about another shop's booking is acknowledged and
 * ignored, because several shops may share an account.
 */
export function paymentNotices({ payments, log, fulfil, reviewPayment }: PaymentNoticeParts): NoticeSource {
  return {
    name: payments.name,
    async read(body, headers, now) {
      const { id, checkout, payment } = await payments.parseWebhook(body, headers, now);
      const handle = async () => {
        try {
          if (checkout !== undefined) await fulfil(checkout, id);
          if (payment !== undefined) await reviewPayment(payment, id);
        } catch (error) {
          if (!isNotOurs(error)) throw error;
          log.error(
            { provider: payments.name, notice: id, checkout, payment, reason: error.message },
            'webhook not ours',
          );
        }
      };
      return { id, handle };
    },
  };
}
