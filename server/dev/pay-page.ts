import { zValidator } from '@hono/zod-validator';
import { Hono } from 'hono';
import { html } from 'hono/html';
import { z } from 'zod';
import { DISPUTE_STATES, isOpenDispute } from '#shared/booking/dispute.ts';
import { formatCents } from '#shared/money.ts';
import { clockTime, zoneName } from '#shared/time-zone.ts';
import type { Clock } from '../process/clock.ts';
import { nullIfInvalid } from '../web/http/checked-input.ts';
import { LANDS_AFTER_MS, WAYS_TO_PAY, type WayToPay } from '../outside/payments/sandbox-choices.ts';
import type { CheckoutOnShow, PaymentOnShow, SandboxPayments } from '../outside/payments/sandbox.ts';
import { type Markup, missing, page } from './page.ts';

export interface PayPageParts {
  readonly sandbox: SandboxPayments;
  readonly clock: Clock;
  readonly appName: string;
  readonly timeZone: string;
}

const query = z.object({ declined: nullIfInvalid(z.literal('1')) });
const button = z.object({ way: nullIfInvalid(z.enum([...WAYS_TO_PAY, 'decline'])) });

/** Changes of a payment in the provider's dashboard or at the customer's bank. */
const PAYMENT_CHANGES = ['refund', ...DISPUTE_STATES] as const;
const paymentChange = z.object({
  payment: nullIfInvalid(z.string().max(100)),
  act: nullIfInvalid(z.enum(PAYMENT_CHANGES)),
  dollars: nullIfInvalid(z.string().regex(/^\d{1,6}(?:\.\d{2})?$/)),
});

/** The sandbox's payment page: each button is a possible result of a payment. */
export function payPage(parts: PayPageParts): Hono {
  const { sandbox } = parts;
  const app = new Hono();
  const path = (id: string) => `/dev/pay/${encodeURIComponent(id)}`;

  app.get('/dev/pay/:id', zValidator('query', query), async (c) => {
    const checkout = await sandbox.look(c.req.param('id'));
    if (!checkout) return missing(c, 'There is no such checkout');
    return page(c, {
      title: `Pay ${formatCents(checkout.amount)} to ${parts.appName}`,
      body: body(checkout, parts, c.req.valid('query').declined !== null),
      // What is paid must not be offered for payment again.
      reloadsOnReturn: true,
      leadsTo: [checkout.returnUrl, checkout.cancelUrl].map((url) => new URL(url).origin),
    });
  });

  app.post('/dev/pay/:id', zValidator('form', button), async (c) => {
    const checkout = await sandbox.look(c.req.param('id'));
    if (!checkout) return missing(c, 'There is no such checkout');
    const { way } = c.req.valid('form');
    if (way === 'decline') return c.redirect(`${path(checkout.id)}?declined=1`, 303);
    if (way === null) return page(c, { title: 'Unknown button', status: 422, body: html`<h1>Unknown button</h1>` });
    const isPaid = await sandbox.pay(checkout.id, way);
    return c.redirect(isPaid ? returnUrl(checkout) : path(checkout.id), 303);
  });

  app.post('/dev/pay/:id/later', zValidator('form', paymentChange), async (c) => {
    const checkout = await sandbox.look(c.req.param('id'));
    const { payment, act, dollars } = c.req.valid('form');
    if (!checkout?.payments.some(({ id }) => id === payment) || payment === null || act === null) {
      return missing(c, 'There is no such payment');
    }
    if (act !== 'refund') await sandbox.dispute(payment, act);
    else if (!(await sandbox.refundByHand(payment, Math.round(Number(dollars ?? 0) * 100)))) {
      return page(c, { title: 'Less is left to refund', status: 422, body: html`<h1>Less is left to refund</h1>` });
    }
    return c.redirect(path(checkout.id), 303);
  });

  return app;
}

function returnUrl({ returnUrl: base, id }: CheckoutOnShow): string {
  const url = new URL(base);
  url.searchParams.set('checkout', id);
  return url.href;
}

function body(checkout: CheckoutOnShow, parts: PayPageParts, isDeclined: boolean): Markup {
  const { amount, description, status } = checkout;
  const isOpen = status === 'open' && !checkout.isLate;
  return html`<h1>Pay ${formatCents(amount)}</h1>
    <p>${description}, at ${parts.appName}. <span class="quiet">This is a sandbox: no money moves.</span></p>
    ${
      isOpen && isDeclined
        ? html`<p class="said" role="alert">The card was declined. Nothing was taken: try again.</p>`
        : ''
    }
    ${isOpen ? open(checkout, parts) : closed(checkout, parts)}`;
}

function closed(checkout: CheckoutOnShow, parts: PayPageParts): Markup {
  const back = html`<p><a href="${checkout.cancelUrl}">Back to the shop</a></p>`;
  if (checkout.status === 'complete') {
    const books = checkout.payments.map(
      (payment) => html`<li>${paymentWords(payment)} ${changeButtons(checkout.id, payment)}</li>`,
    );
    return html`<p class="said">This is paid.</p>
      <ul>
        ${books}
      </ul>
      <p><a href="${returnUrl(checkout)}">Continue to the shop</a></p>`;
  }
  if (checkout.isLate) {
    return html`<p class="said">Your payment is on its way.</p>
      ${onItsWay(checkout, parts)}
      <p><a href="/dev/pay/${checkout.id}">Look how it stands now</a></p>
      ${back}`;
  }
  return html`<p class="said">This checkout is closed. Nothing was taken.</p>
    ${back}`;
}

function paymentWords({ amount, refunded, dispute }: PaymentOnShow): string {
  const back = refunded > 0 ? `, ${formatCents(refunded)} given back` : '';
  return `${formatCents(amount)} taken${back}${dispute === null ? '' : `, disputed: ${dispute}`}`;
}

/** The buttons of the provider's dashboard and of the customer's bank. */
function changeButtons(checkout: string, { id, amount, refunded, dispute }: PaymentOnShow): Markup {
  const isOpen = dispute !== null && isOpenDispute({ state: dispute });
  const act = (name: (typeof PAYMENT_CHANGES)[number], words: string) =>
    html`<button name="act" value="${name}">${words}</button>`;
  return html`<form method="post" action="/dev/pay/${checkout}/later">
    <input type="hidden" name="payment" value="${id}" />
    <p>
      <label>Dollars <input name="dollars" inputmode="decimal" value="${(amount - refunded) / 200}" /></label>
      ${act('refund', 'Refund this much by hand')}
    </p>
    <p>
      ${dispute === null ? act('needs-response', 'Dispute it at the customer’s bank') : ''}
      ${dispute === 'needs-response' ? act('under-review', 'Send evidence') : ''}
      ${isOpen ? html`${act('won', 'The shop wins')} ${act('lost', 'The shop loses')}` : ''}
    </p>
  </form>`;
}

/** The schedule of a late payment, in words. */
function onItsWay({ status, expiresAt, settlesAt, paysLate }: CheckoutOnShow, parts: PayPageParts): Markup {
  const { clock, timeZone } = parts;
  const at = (instant: number) => `${clockTime(instant, timeZone)} ${zoneName(timeZone)}`;
  const held =
    status === 'open'
      ? html`The time is held until ${at(expiresAt)}. <a href="/dev/clock">Move the clock</a> ahead 31 minutes, and the
          hold lapses at once.`
      : html`The hold has lapsed, and the time is open to everyone.`;
  const landing =
    settlesAt === null
      ? html`The payment lands ${waitWords(paysLate)} after that.`
      : html`The payment lands in ${timeLeft(settlesAt - clock.now())}, at ${at(settlesAt)}.`;
  return html`<ul>
    <li>${held}</li>
    <li>
      ${landing} ${settlesAt === null ? 'In between,' : 'Until then'} somebody else can take the time: try it in a
      private window, which is somebody else to the shop.
    </li>
    <li>
      If the time is still free when the money lands, it is booked after all. If somebody has taken it, all of the money
      goes back, and a mail says sorry and names other times.
    </li>
  </ul>`;
}

/** `5 minutes` */
function waitWords(ms: number): string {
  return ms < 60_000 ? 'a second' : `${ms / 60_000} minutes`;
}

function open({ amount, expiresAt, cancelUrl }: CheckoutOnShow, { clock, timeZone }: PayPageParts): Markup {
  const price = formatCents(amount);
  const button = (way: WayToPay | 'decline', words: string, hint: string) =>
    html`<div>
      <button name="way" value="${way}" class="${way === 'pay' ? 'first' : ''}" aria-describedby="${way}-hint">
        ${words}
      </button>
      <small id="${way}-hint">${hint}</small>
    </div>`;
  return html`<p>
      Time left: <strong>${timeLeft(expiresAt - clock.now())}</strong>, until ${clockTime(expiresAt, timeZone)}
      ${zoneName(timeZone)}.
    </p>
    <form method="post">
      ${button('pay', `Pay ${price}`, 'The payment goes through at once.')}
      <h2>What else can happen at a till</h2>
      ${button('decline', 'Decline the card', 'Nothing is taken, and you can try again.')}
      ${button(
        'late',
        `Pay late: lands ${waitWords(LANDS_AFTER_MS.late)} after the hold has lapsed`,
        'The time is nearly always still free then, and is booked after all.',
      )}
      ${button(
        'later',
        `Pay much later: lands ${waitWords(LANDS_AFTER_MS.later)} after the hold has lapsed`,
        'Take the time meanwhile in a private window: then the money goes back with an apology.',
      )}
      ${button('twice', 'Pay twice', `${price} is taken two times, by mistake.`)}
      ${button('refund-fails', 'Pay, and make the refund fail', 'The first attempt to give this money back fails.')}
      ${button(
        'twice-refund-fails',
        'Take the money twice, and fail to give one back',
        'Both at once: the first attempt to return the second payment fails.',
      )}
      ${button(
        'refund-keeps-failing',
        'Pay, and make every refund fail',
        'Each attempt to give this money back fails. The owner is told.',
      )}
    </form>
    <p><a href="${cancelUrl}">Cancel and go back to the shop</a></p>`;
}

/** `29 min 12 s` */
function timeLeft(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
