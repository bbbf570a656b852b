import { lruCache } from '../../process/lru-cache.ts';
import type { Clock } from '../../process/clock.ts';
import { Paced } from './paced.ts';
import type { Checkout, PaymentProvider } from './port.ts';

const ASK_EVERY_MS = 2500;

const MOST_CHECKOUTS = 1000;

interface Coalescing {
  readonly clock: Clock;
  readonly everyMs?: number;
  readonly stopping: AbortSignal;
}

interface Answered {
  readonly checkout: Checkout;
  readonly at: number;
}

interface Asked {
  readonly fetch: Paced<Checkout>;
  readonly expire: Paced<Checkout>;
  latest: Answered | null;
  closed: Answered | null;
}

function isPaid({ status, payments }: Checkout): boolean {
  return status === 'complete' && payments.length > 0;
}

function isClosed({ status }: Checkout): boolean {
  return status !== 'open';
}

/**
 * Queries a checkout at most once in a few seconds. Other callers wait for the next response, so that a customer who has just
 * paid is not shown "not paid". Caches only final responses.
 */
export function coalesced(
  provider: PaymentProvider,
  { clock, everyMs = ASK_EVERY_MS, stopping }: Coalescing,
): PaymentProvider {
  const pace = { clock, everyMs, stopping };
  const creating = lruCache<Paced<Checkout>>(MOST_CHECKOUTS);
  const checkouts = lruCache<Asked>(MOST_CHECKOUTS);

  function askedOf(id: string): Asked {
    const known = checkouts.get(id);
    if (known) return known;
    const asked = { fetch: new Paced(pace, isPaid), expire: new Paced(pace, isClosed), latest: null, closed: null };
    checkouts.set(id, asked);
    return asked;
  }

  function remember(asked: Asked, checkout: Checkout): Answered {
    const answered = { checkout, at: clock.elapsed() };
    asked.latest = answered;
    return answered;
  }

  function recentAnswer(answered: Answered | null): Checkout | null {
    return answered && clock.elapsed() - answered.at < everyMs ? answered.checkout : null;
  }

  return {
    name: provider.name,
    takesRealMoney: provider.takesRealMoney,
    payOrigin: provider.payOrigin,
    isId: (text) => provider.isId(text),
    refund: (request) => provider.refund(request),
    fetchPayment: (payment) => provider.fetchPayment(payment),
    parseWebhook: (rawBody, headers, now) => provider.parseWebhook(rawBody, headers, now),
    async createCheckout(request) {
      const opening = creating.get(request.key) ?? new Paced(pace, () => true);
      creating.set(request.key, opening);
      const checkout = await opening.ask(() => provider.createCheckout(request));
      remember(askedOf(checkout.id), checkout);
      return checkout;
    },
    async fetch(id, { mayBeRecent = false } = {}) {
      const asked = askedOf(id);
      const latest = recentAnswer(asked.latest);
      if (latest && (mayBeRecent || isPaid(latest))) return latest;
      if (mayBeRecent && asked.fetch.underWay) return asked.fetch.underWay;
      return asked.fetch.ask(async () => remember(asked, await provider.fetch(id)).checkout);
    },
    async expire(id) {
      const asked = askedOf(id);
      const closed = recentAnswer(asked.closed);
      if (closed && isClosed(closed)) return closed;
      return asked.expire.ask(async () => {
        asked.closed = remember(asked, await provider.expire(id));
        return asked.closed.checkout;
      });
    },
  };
}
