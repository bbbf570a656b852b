import { zValidator } from '@hono/zod-validator';
import { Hono } from 'hono';
import { html } from 'hono/html';
import { z } from 'zod';
import { formatCents } from '#shared/money.ts';
import { clockTime, zoneName } from '#shared/time-zone.ts';
import type { Clock } from '../process/clock.ts';
import { nullIfInvalid } from '../web/http/checked-input.ts';
import { LANDS_AFTER_MS, type SandboxCheckout, WAYS_TO_PAY, refundedCents } from '../outside/payments/sandbox-books.ts';
import type { SandboxPayments } from '../outside/payments/sandbox.ts';
import { type Markup, missing, page } from './page.ts';

export interface PayPageParts {
  readonly sandbox: SandboxPayments;
  readonly clock: Clock;
  readonly appName: string;
  readonly timeZone: string;
}

const query = z.object({ declined: nullIfInvalid(z.literal('1')) });
const button = z.object({ way: nullIfInvalid(z.enum([...WAYS_TO_PAY, 'decline'])) });

const OUTCOMES = [
  ['decline', 'Decline the card', 'Nothing is taken, and you can try again.'],
  ['late', lateWords('late'), 'The time is nearly always still free then, and is booked after all.'],
  ['later', lateWords('later'), 'Book the slot meanwhile in a private window: then the money goes back.'],
  ['twice', 'Pay twice', 'The money is taken two times, by mistake.'],
  ['refund-fails', 'Pay, and make the refund fail', 'The first attempt to give this money back fails.'],
] as const;

export function payPage(parts: PayPageParts): Hono {
  const { sandbox, appName } = parts;
  const app = new Hono();
  const path = (id: string) => `/dev/pay/${encodeURIComponent(id)}`;

  app.get('/dev/pay/:id', zValidator('query', query), async (c) => {
    const checkout = await sandbox.look(c.req.param('id'));
    if (!checkout) return missing(c, 'There is no such checkout');
    const { amount, description, returnUrl, cancelUrl, paysLate, status } = checkout;
    const isDeclined = c.req.valid('query').declined !== null;
    const state = status === 'complete' ? paid : paysLate > 0 ? onItsWay : status === 'open' ? open : closed;
    const body = html`<p>${description}, at ${appName}. <small>This is a sandbox: no money moves.</small></p>
      ${state(checkout, parts, isDeclined)}`;
    return page(c, {
      title: `Pay ${formatCents(amount)}`,
      body,
      reloadsOnReturn: true,
      leadsTo: [returnUrl, cancelUrl].map((url) => new URL(url).origin),
    });
  });

  app.post('/dev/pay/:id', zValidator('form', button), async (c) => {
    const checkout = await sandbox.look(c.req.param('id'));
    if (!checkout) return missing(c, 'There is no such checkout');
    const { way } = c.req.valid('form');
    if (way === 'decline') return c.redirect(`${path(checkout.id)}?declined=1`, 303);
    if (way === null) return page(c, { title: 'Unknown button', status: 422, body: '' });
    const isPaid = await sandbox.pay(checkout.id, way);
    return c.redirect(isPaid ? backTo(checkout) : path(checkout.id), 303);
  });

  return app;
}

function backTo({ returnUrl, id }: SandboxCheckout): string {
  const url = new URL(returnUrl);
  url.searchParams.set('checkout', id);
  return url.href;
}

function open({ amount, expiresAt, cancelUrl }: SandboxCheckout, parts: PayPageParts, isDeclined: boolean): Markup {
  const choice = ([name, words, hint]: readonly [string, string, string]) =>
    html`<p>
      <button name="way" value="${name}" aria-describedby="${name}">${words}</button>
      <small id="${name}">${hint}</small>
    </p>`;
  return html`${
      isDeclined ? html`<p class="notice" role="alert">The card was declined. Nothing was taken: try again.</p>` : ''
    }
    <p>Time left: <strong>${timeLeft(expiresAt, parts)}</strong>, until ${timeOf(expiresAt, parts)}.</p>
    <form method="post">
      ${choice(['pay', `Pay ${formatCents(amount)}`, 'The payment goes through at once.'])}
      <h2>Simulate another outcome</h2>
      ${OUTCOMES.map(choice)}
    </form>
    <p><a href="${cancelUrl}">Cancel and go back to the shop</a></p>`;
}

function paid(checkout: SandboxCheckout): Markup {
  return html`<p class="notice">This is paid.</p>
    <ul>
      ${checkout.payments.map((payment) => html`<li>${formatCents(payment.amount)} taken, ${formatCents(refundedCents(payment))} given back</li>`)}
    </ul>
    <p><a href="${backTo(checkout)}">Continue to the shop</a></p>`;
}

function onItsWay({ id, status, expiresAt, settlesAt, paysLate, cancelUrl }: SandboxCheckout, parts: PayPageParts) {
  const held =
    status === 'open'
      ? html`The time is held until ${timeOf(expiresAt, parts)}. <a href="/dev/clock">Move the clock</a> ahead 31
          minutes, and the hold lapses at once.`
      : 'The hold has lapsed, and the time is open to everyone.';
  const landing =
    settlesAt === null
      ? `The payment lands ${waitWords(paysLate)} after that.`
      : `The payment lands in ${timeLeft(settlesAt, parts)}, at ${timeOf(settlesAt, parts)}.`;
  return html`<p class="notice">Your payment is on its way.</p>
    <p>${held}</p>
    <p>
      ${landing} If the time is still free then, it is booked after all. If another visitor has taken it, in a private
      window for example, all of the money goes back.
    </p>
    <p><a href="/dev/pay/${id}">Check again</a></p>
    <p><a href="${cancelUrl}">Back to the shop</a></p>`;
}

function closed({ cancelUrl }: SandboxCheckout): Markup {
  return html`<p class="notice">This checkout is closed. Nothing was taken.</p>
    <p><a href="${cancelUrl}">Back to the shop</a></p>`;
}

function lateWords(way: 'late' | 'later'): string {
  return `Pay late: lands ${waitWords(LANDS_AFTER_MS[way])} after the hold has lapsed`;
}

function waitWords(ms: number): string {
  return ms < 60_000 ? 'a second' : `${ms / 60_000} minutes`;
}

function timeOf(at: number, { timeZone }: PayPageParts): string {
  return `${clockTime(at, timeZone)} ${zoneName(timeZone)}`;
}

function timeLeft(until: number, { clock }: PayPageParts): string {
  const seconds = Math.max(0, Math.ceil((until - clock.now()) / 1000));
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
