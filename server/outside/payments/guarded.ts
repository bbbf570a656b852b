import type { Log } from '../../process/log.ts';
import { Breaker } from './breaker.ts';
import { CallPostponed, NoSuchCheckout, NoSuchPayment, type PaymentProvider, ProviderUnreachable } from './port.ts';

/** Retries included. */
const LONGEST_CALL_MS = 5000;

/** A call that the end of the process cut off is due again after this. */
const AFTER_STOP_MS = 10_000;

export interface GuardParts {
  /** Milliseconds that never go back. */
  readonly elapsed: () => number;
  readonly log: Log;
  /** Ends running calls, and refuses later ones. */
  readonly stopping: AbortSignal;
  readonly longestMs?: number;
}

type Call<Answer> = (signal: AbortSignal) => Promise<Answer>;

/**
 * A timeout and circuit breakers: one for checkouts, one for refunds and the reads that they need, so that failing refunds don't
 * stop payments. Refuses text that is no id, so that what visitors type opens no breaker.
 */
export function guarded(provider: PaymentProvider, parts: GuardParts): PaymentProvider {
  const { elapsed, log } = parts;
  const newBreaker = (calls: string) => {
    const facts = { provider: provider.name, calls };
    return new Breaker({
      elapsed,
      onOpen: () => log.error(facts, 'payment provider unavailable'),
      onClose: () => log.info(facts, 'payment provider available again'),
    });
  };
  const guard =
    (breaker: Breaker) =>
    <Answer>(subject: string, call: Call<Answer>): Promise<Answer> =>
      breaker.run(subject, () => withinTime(call, parts));
  const checkouts = guard(newBreaker('checkouts'));
  const refunds = guard(newBreaker('refunds'));
  return {
    name: provider.name,
    takesRealMoney: provider.takesRealMoney,
    payOrigin: provider.payOrigin,
    isId: (text) => provider.isId(text),
    createCheckout: (request) => checkouts(request.booking, (signal) => provider.createCheckout(request, signal)),
    fetch: async (id, options) => {
      if (!provider.isId(id)) throw new NoSuchCheckout();
      return checkouts(id, (signal) => provider.fetch(id, { ...options, signal }));
    },
    expire: async (id) => {
      if (!provider.isId(id)) throw new NoSuchCheckout();
      return checkouts(id, (signal) => provider.expire(id, signal));
    },
    refund: (request) => refunds(request.payment, (signal) => provider.refund(request, signal)),
    fetchPayment: async (id) => {
      if (!provider.isId(id)) throw new NoSuchPayment();
      return refunds(id, (signal) => provider.fetchPayment(id, signal));
    },
    parseWebhook: (rawBody, headers, now) => provider.parseWebhook(rawBody, headers, now),
  };
}

/** Even if the call ignores its signal. */
async function withinTime<Answer>(
  call: Call<Answer>,
  { stopping, longestMs = LONGEST_CALL_MS }: GuardParts,
): Promise<Answer> {
  if (stopping.aborted) throw postponed();
  const ending = new AbortController();
  const { promise: ended, reject } = Promise.withResolvers<never>();
  const end = (reason: ProviderUnreachable) => {
    reject(reason);
    ending.abort(reason);
  };
  const stop = () => end(postponed());
  const late = () => end(new ProviderUnreachable(`the payment provider did not respond within ${longestMs} ms`));
  stopping.addEventListener('abort', stop);
  const timer = setTimeout(late, longestMs);
  try {
    return await Promise.race([ended, call(ending.signal)]);
  } finally {
    clearTimeout(timer);
    stopping.removeEventListener('abort', stop);
  }
}

function postponed(): CallPostponed {
  return new CallPostponed('the process stops', AFTER_STOP_MS);
}
