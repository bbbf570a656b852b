import { Rejected } from '#shared/calls/refusals.ts';
import type { Log } from '../../process/log.ts';
import { NoSuchCheckout, NoSuchPayment, type PaymentProvider } from '../../outside/payments/port.ts';
import type { NoticeSource } from './notices.ts';

export interface PaymentNoticeParts {
  readonly payments: PaymentProvider;
  readonly log: Log;
  readonly fulfil: (checkout: string, notice: string) => Promise<unknown>;
  readonly reviewPayment: (payment: string, notice: string) => Promise<unknown>;
}

function isNotOurs(error: unknown): error is Error {
  return error instanceof Rejected || error instanceof NoSuchCheckout || error instanceof NoSuchPayment;
}

/** A notice only causes a query. Ignores other shops' notices, because several may share an account. */
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
            'webhook ignored',
          );
        }
      };
      return { id, handle };
    },
  };
}
