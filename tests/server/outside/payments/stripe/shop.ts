import { setupServer } from 'msw/node';
import { Stripe } from 'stripe';
import { afterAll, afterEach, beforeAll } from 'vitest';
import type { Clock } from '#server/process/clock.ts';
import type { Config } from '#server/process/config.ts';
import type { Secrets } from '#server/process/secrets.ts';
import { StripePayments } from '#server/outside/payments/stripe.ts';
import { openApplication } from '../../../bookings/application.ts';
import { Visitor } from '../../../bookings/visitor.ts';
import { NOW } from '../../../../events/facts.ts';
import { HandClock } from '../../../hand-clock.ts';
import { FakeStripe, SECRET_KEY } from './fake-stripe.ts';

export const WEBHOOK_SECRET = 'whsec_0123456789abcdef';

export const ENV = {
  PUBLIC_URL: 'https://oak.example',
  STRIPE_SECRET_KEY: SECRET_KEY,
  STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
};

/** Blocks the real network for a test file. Call at the top of the file. */
export function useNetwork() {
  const network = setupServer();
  beforeAll(() => network.listen({ onUnhandledFrame: 'error' }));
  afterEach(() => network.resetHandlers());
  afterAll(() => network.close());
  return network;
}

type Network = ReturnType<typeof useNetwork>;

interface Notice {
  readonly id?: string;
  readonly type: string;
  readonly object: object;
  readonly livemode?: boolean;
}

interface Posting {
  readonly secret?: string;
  /** Seconds between the shop's clock and the signed time. */
  readonly off?: number;
}

let events = 0;

/** An event as Stripe would send it. */
export function eventOf({ id = `evt_${++events}`, type, object, livemode = false }: Notice): string {
  const data = { object };
  return JSON.stringify({ id, object: 'event', api_version: '2026-10-28.endive', type, livemode, data }, null, 2);
}

/** The header with which Stripe signs a body. */
export function signatureOf(payload: string, clock: Clock, { secret = WEBHOOK_SECRET, off = 0 }: Posting = {}): string {
  const timestamp = Math.floor(clock.now() / 1000) + off;
  return Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
}

interface Change {
  readonly webhookSecrets?: Secrets;
  readonly timeoutMs?: number;
  readonly retries?: number;
  readonly stopping?: AbortSignal;
}

const HASTE = { timeoutMs: 5000, retries: 0, stopping: new AbortController().signal };

/** The adapter alone, with a fake Stripe. */
export function openAdapter(network: Network, { now = NOW, ...change }: Change & { now?: number } = {}) {
  const clock = new HandClock(now);
  const stripe = new FakeStripe(() => clock.now());
  network.use(...stripe.handlers);
  const secrets = { secretKey: SECRET_KEY, webhookSecrets: [WEBHOOK_SECRET] as const, isLive: false };
  return { clock, stripe, payments: new StripePayments({ ...secrets, clock, ...HASTE, ...change }) };
}

/** The application with a fake Stripe as its payment provider. */
export function openShop(network: Network, change: Change = {}) {
  const openPayments = ({ payments }: Pick<Config, 'payments'>, handClock: HandClock, changed = change) => {
    if (payments.kind !== 'stripe') throw new Error('Stripe is not chosen');
    return new StripePayments({ ...payments, clock: handClock, ...HASTE, ...changed });
  };
  const application = openApplication({
    env: ENV,
    openPayments: (config, handClock) => openPayments(config, handClock),
  });
  const { app, clock } = application;
  const stripe = new FakeStripe(() => clock.now());
  network.use(...stripe.handlers);

  async function post(body: string, signature: string): Promise<number> {
    const headers = { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature };
    return (await app.request('/webhooks/stripe', { method: 'POST', body, headers })).status;
  }

  /** Posts an event to the shop. Resolves with the status. */
  function notify(notice: Notice, posting: Posting = {}): Promise<number> {
    const body = eventOf(notice);
    return post(body, signatureOf(body, clock, posting));
  }

  return {
    ...application,
    stripe,
    /** The provider as the next start opens it. */
    reopened: () => openPayments(application.config, clock, {}),
    post,
    notify,
    /** Sends the notice that a session is complete, with its current state. */
    notifyCompleted: (checkout: string, id?: string): Promise<number> => {
      const session = stripe.sessions.get(checkout)!;
      const object = { ...session, payment_intent: session.payment_intent?.id ?? null };
      return notify({ ...(id && { id }), type: 'checkout.session.completed', object });
    },
    visitor: () =>
      new Visitor({ app, bank: { look: async (id) => stripe.look(id), pay: async (id) => stripe.pay(id) } }),
  };
}
