import { type HttpHandler, HttpResponse, http } from 'msw';
import type { Respond } from './faults.ts';
import { type Answer, KeptAnswers } from './kept-answers.ts';
import {
  type Dispute,
  type Fault,
  type PaymentIntent,
  type Refund,
  type Session,
  invalid,
  isFault,
  missing,
} from './objects.ts';

export const SECRET_KEY = 'sk_test_0123456789abcdef';

const API = 'https://api.stripe.com/v1';
const HALF_AN_HOUR = 30 * 60;

export type Call = 'create' | 'fetch' | 'expire' | 'listRefunds' | 'refund' | 'fetchPayment' | 'listDisputes';

/** A request as it arrived. Bodies and queries are forms, field by field. */
export interface Asked {
  readonly call: Call;
  readonly path: string;
  readonly form: Readonly<Record<string, string>>;
  readonly headers: Headers;
}

/** A fake of Stripe after its API reference: sessions, payments, refunds and idempotency keys. */
export class FakeStripe {
  readonly asked: Asked[] = [];
  readonly kept = new KeptAnswers();
  readonly sessions = new Map<string, Session>();
  readonly refunds: Refund[] = [];
  readonly disputes: Dispute[] = [];
  /** The initial status of refunds. */
  refundStatus: Refund['status'] = 'pending';
  readonly #now: () => number;
  readonly #faults = new Map<Call, Respond>();
  #count = 0;

  /** `now` in milliseconds. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Makes every such call fail with this response, until `mends`. */
  breaks(call: Call, respond: Respond): void {
    this.#faults.set(call, respond);
  }

  mends(call: Call): void {
    this.#faults.delete(call);
  }

  /** The requests of one call, in order. */
  of(call: Call): Asked[] {
    return this.asked.filter((each) => each.call === call);
  }

  /** The session as the visitor's page shows it. */
  look(id: string): { readonly booking: string } | null {
    const booking = this.sessions.get(id)?.client_reference_id;
    return booking ? { booking } : null;
  }

  /** Charges a card on the page of an open session. */
  pay(id: string, received: Partial<Pick<PaymentIntent, 'amount_received' | 'currency'>> = {}): boolean {
    const session = this.sessions.get(id)!;
    if (session.status !== 'open') return false;
    const intent = this.#intentOf(session);
    Object.assign(intent, { status: 'succeeded', amount_received: intent.amount, ...received });
    Object.assign(session, { status: 'complete', payment_status: 'paid', url: null });
    return true;
  }

  /** Adds a paid session of another shop's Payment Link, whose payer chose the reference in its URL. Returns its id. */
  payElsewhere(session: Session, reference: string, amount: number): string {
    const id = this.#id('cs_test_b1');
    this.sessions.set(id, {
      ...session,
      id,
      amount_total: amount,
      client_reference_id: reference,
      metadata: {},
      payment_intent: null,
      status: 'open',
    });
    this.pay(id);
    return id;
  }

  /** Declines the card: the page stays open for another attempt. */
  decline(id: string): void {
    this.#intentOf(this.sessions.get(id)!);
  }

  /** Completes the session with a delayed payment, which may still fail. */
  payLater(id: string): void {
    const session = this.sessions.get(id)!;
    this.#intentOf(session).status = 'processing';
    Object.assign(session, { status: 'complete', payment_status: 'unpaid', url: null });
  }

  /** Completes a delayed payment. */
  settle(id: string): void {
    const session = this.sessions.get(id)!;
    const intent = this.#intentOf(session);
    Object.assign(intent, { status: 'succeeded', amount_received: intent.amount });
    session.payment_status = 'paid';
  }

  /** The bank returns a refund. */
  sendBack(refund: Refund, reason = 'expired_or_canceled_card'): void {
    Object.assign(refund, { status: 'failed', failure_reason: reason });
  }

  readonly handlers: HttpHandler[] = [
    this.#on('post', 'create', '/checkout/sessions', ({ form }) => this.#create(form)),
    this.#on('get', 'fetch', '/checkout/sessions/:id', ({ id, form }) => this.#withSession(id, form, () => null)),
    this.#on('post', 'expire', '/checkout/sessions/:id/expire', ({ id, form }) =>
      this.#withSession(id, form, (session) => {
        const words = `This Checkout Session has a status of \`${session.status}\`.`;
        if (session.status !== 'open') {
          return invalid(`Only Checkout Sessions with a status in ["open"] can be expired. ${words}`);
        }
        Object.assign(session, { status: 'expired', url: null });
        return null;
      }),
    ),
    this.#on('get', 'listRefunds', '/refunds', ({ form }) => {
      const data = this.refunds.filter((refund) => refund.payment_intent === form['payment_intent']).toReversed();
      return { object: 'list', url: '/v1/refunds', has_more: false, data };
    }),
    this.#on('post', 'refund', '/refunds', ({ form }) => this.#refund(form)),
    this.#on('get', 'fetchPayment', '/payment_intents/:id', ({ id }) => {
      return this.#intents().find((each) => each.id === id) ?? missing('payment_intent', id);
    }),
    this.#on('get', 'listDisputes', '/disputes', ({ form }) => {
      const data = this.disputes.filter((dispute) => dispute.payment_intent === form['payment_intent']).toReversed();
      return { object: 'list', url: '/v1/disputes', has_more: false, data };
    }),
  ];

  #on(
    method: 'get' | 'post',
    call: Call,
    path: string,
    answer: (asked: { readonly id: string; readonly form: Asked['form'] }) => object,
  ): HttpHandler {
    return http[method](`${API}${path}`, async ({ request, params }) => {
      const url = new URL(request.url);
      const form = Object.fromEntries(method === 'post' ? new URLSearchParams(await request.text()) : url.searchParams);
      this.asked.push({ call, path: url.pathname, form, headers: request.headers });
      const fault = this.#faults.get(call);
      if (fault) return fault();
      if (request.headers.get('authorization') !== `Bearer ${SECRET_KEY}`) {
        return HttpResponse.json({ error: invalid('Invalid API Key provided').error }, { status: 401 });
      }
      const key = method === 'post' ? request.headers.get('idempotency-key') : null;
      const make = () => this.#answer(answer({ id: String(params['id'] ?? ''), form }));
      const { status, body, headers } = key === null ? make() : this.kept.once(`${url.pathname} ${key}`, form, make);
      return HttpResponse.json(body, { status, headers: { 'request-id': 'req_1', ...headers } });
    });
  }

  /** A copy, so that later changes do not alter the response. */
  #answer(made: object): Answer {
    const copy = structuredClone(made);
    return isFault(copy) ? { status: copy.status, body: { error: copy.error } } : { status: 200, body: copy };
  }

  #id(prefix: string): string {
    return `${prefix}${++this.#count}`;
  }

  #intents(): PaymentIntent[] {
    return [...this.sessions.values()].flatMap((session) => session.payment_intent ?? []);
  }

  /** Made with the first attempt to pay. */
  #intentOf(session: Session): PaymentIntent {
    session.payment_intent ??= {
      id: this.#id('pi_test'),
      object: 'payment_intent',
      status: 'requires_payment_method',
      amount: session.amount_total,
      amount_received: 0,
      currency: session.currency,
      description: null,
      metadata: session.metadata,
      livemode: false,
    };
    return session.payment_intent;
  }

  #create(form: Asked['form']): object {
    const expires_at = Number(form['expires_at']);
    const now = Math.floor(this.#now() / 1000);
    if (!(expires_at >= now + HALF_AN_HOUR && expires_at <= now + 24 * 3600)) {
      return invalid('The `expires_at` timestamp must be 30 minutes to 24 hours from creation.', {
        param: 'expires_at',
      });
    }
    const email = form['customer_email'] ?? null;
    if (email?.endsWith('.invalid')) {
      return invalid(`Invalid email address: ${email}`, { code: 'email_invalid', param: 'customer_email' });
    }
    const id = this.#id('cs_test_a1');
    const session: Session = {
      id,
      object: 'checkout.session',
      amount_total: Number(form['line_items[0][price_data][unit_amount]']) * Number(form['line_items[0][quantity]']),
      currency: form['line_items[0][price_data][currency]'] ?? '',
      client_reference_id: form['client_reference_id'] ?? null,
      customer_email: email,
      expires_at,
      livemode: false,
      metadata: { booking: form['metadata[booking]'] ?? '' },
      mode: 'payment',
      payment_intent: null,
      payment_status: 'unpaid',
      status: 'open',
      success_url: form['success_url'] ?? '',
      url: `https://checkout.stripe.com/c/pay/${id}#fidkdWxOYHwnPyd1blpxYHZxWjA0`,
    };
    this.sessions.set(id, session);
    return session;
  }

  #withSession(id: string, form: Asked['form'], act: (session: Session) => Fault | null): object {
    const session = this.sessions.get(id);
    if (!session) return missing('checkout.session', id);
    const fault = act(session);
    if (fault) return fault;
    const intent = session.payment_intent;
    return form['expand[0]'] === 'payment_intent' ? session : { ...session, payment_intent: intent?.id ?? null };
  }

  #refund(form: Asked['form']): object {
    const intent = this.#intents().find(({ id }) => id === form['payment_intent']);
    if (!intent) return missing('payment_intent', form['payment_intent'] ?? '');
    const amount = Number(form['amount']);
    const gone = this.refunds
      .filter(
        ({ payment_intent, status }) => payment_intent === intent.id && status !== 'failed' && status !== 'canceled',
      )
      .reduce((sum, refund) => sum + refund.amount, 0);
    if (gone === intent.amount_received) {
      return invalid('Charge ch_1 has already been refunded.', { code: 'charge_already_refunded' });
    }
    if (gone + amount > intent.amount_received) return invalid('Refund amount is greater than unrefunded amount');
    if (this.disputes.some(({ payment_intent, status }) => payment_intent === intent.id && status !== 'won')) {
      return invalid('The charge has been charged back.', { code: 'charge_disputed' });
    }
    const key = form['metadata[key]'];
    const refund: Refund = {
      id: this.#id('re_test'),
      object: 'refund',
      amount,
      currency: intent.currency,
      metadata: key === undefined ? {} : { key },
      payment_intent: intent.id,
      status: this.refundStatus,
    };
    if (refund.status === 'failed') refund.failure_reason = 'expired_or_canceled_card';
    this.refunds.push(refund);
    return refund;
  }

  /** The customer's bank disputes a payment, of which Stripe then refuses refunds. */
  dispute(payment: string, amount: number): Dispute {
    const dispute: Dispute = {
      id: this.#id('dp_test'),
      object: 'dispute',
      amount,
      balance_transactions: [{ fee: 1500 }],
      evidence_details: { due_by: Math.floor(this.#now() / 1000) + 9 * 24 * 3600 },
      is_charge_refundable: false,
      payment_intent: payment,
      reason: 'product_not_received',
      status: 'needs_response',
    };
    this.disputes.push(dispute);
    return dispute;
  }

  /** The owner returns money in Stripe's dashboard. */
  refundByHand(payment: string, amount: number): Refund {
    return this.#refund({ payment_intent: payment, amount: String(amount) }) as Refund;
  }
}
