import { zValidator } from '@hono/zod-validator';
import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { bookingById } from '#db/queries/bookings/bookings.ts';
import { bookingStream } from '#events/booking/booking.ts';
import { isStorageError } from '#db/open-store.ts';
import type { Flash } from '#shared/calls/flash.ts';
import { Rejected } from '#shared/calls/refusals.ts';
import { nearestSlots } from '../availability/availability.ts';
import { type Fulfilment, fulfil } from '../buying/fulfil.ts';
import { RETURN_PATH, confirmationPath } from '../paths.ts';
import { nullIfInvalid } from '../../web/http/checked-input.ts';
import { textResponse } from '../../web/http/responses.ts';
import { UnknownToProvider, ProviderError } from '../../outside/payments/port.ts';
import type { BookingContext } from '../context.ts';
import { ownHold } from '../access/visitor-access.ts';
import { STORAGE_DOWN_RETRY_AFTER_SECONDS } from '../../web/rpc/pipeline.ts';
import type { RequestVariables } from '../../web/middleware/request-log.ts';

type Env = { Variables: RequestVariables };

const address = z.object({ checkout: nullIfInvalid(z.string().min(1).max(255)) });

const NOT_SAVED =
  'It’s our fault: we can’t save your booking at the moment. If you paid, your payment counts, and we’ll email you as soon as we can. Please don’t pay again.\n\nReload this page in a minute to see where your booking stands.';

interface Explanation {
  readonly refusal: string;
  readonly service?: string;
  readonly nearest?: Flash['nearest'];
}

async function whyReturned({ store }: BookingContext, booking: string): Promise<string> {
  return (await store.stateOf(bookingStream(booking)))?.isForgotten ? 'left-with-account' : 'slot-lost';
}

/** Why a returning visitor has no booking, and what they can book instead; null if the hold still stands. */
async function explain(context: BookingContext, { booking, service, status }: Fulfilment): Promise<Explanation | null> {
  if (status !== 'expired' && status !== 'refunded') return null;
  const row = await bookingById(context.store.db, booking);
  const nearest = row ? await nearestSlots(context, row, await ownHold(context)) : [];
  const refusal = status === 'refunded' ? await whyReturned(context, booking) : 'hold-lapsed';
  return { refusal, service, nearest };
}

/** Records the payment if the webhook has not; redirects to the confirmation, or to the form with the problem. */
export function paymentReturn(contextOf: (c: Context<Env>) => BookingContext): Hono<Env> {
  const routes = new Hono<Env>();

  function toForm(
    c: Context<Env>,
    context: BookingContext,
    explanation: Explanation | null,
    service?: string,
  ): Response {
    if (explanation) {
      const { refusal, nearest = [] } = explanation;
      context.cookies.set('flash', { page: '/book', refusal, nearest });
    }
    for (const cookie of context.cookies.changes) c.header('set-cookie', cookie, { append: true });
    return c.redirect(service ? `/book?service=${service}` : '/book', 303);
  }

  /** Reloading retries; so do the webhook and reconciliation. */
  function notSaved(c: Context<Env>, context: BookingContext, error: unknown): Response | Promise<Response> {
    c.set('refusal', 'storage-down');
    context.log.error({ err: error, request: context.request.id }, 'payment not saved');
    return textResponse(c, NOT_SAVED, 503, { 'retry-after': String(STORAGE_DOWN_RETRY_AFTER_SECONDS) });
  }

  routes.get(RETURN_PATH, zValidator('query', address), async (c) => {
    const context = contextOf(c);
    const { checkout } = c.req.valid('query');
    c.header('cache-control', 'no-store');
    if (checkout === null) return toForm(c, context, null);
    try {
      const fulfilment = await fulfil(context, checkout, { correlation: context.request.id });
      const { booking, service, wasConfirmed } = fulfilment;
      if (wasConfirmed) return c.redirect(confirmationPath(booking, service), 303);
      return toForm(c, context, await explain(context, fulfilment), service);
    } catch (error) {
      const isUnknown = error instanceof Rejected || error instanceof UnknownToProvider;
      if (isUnknown) return toForm(c, context, { refusal: 'not-found' });
      if (isStorageError(error)) return notSaved(c, context, error);
      if (!(error instanceof ProviderError)) throw error;
      context.log.error({ err: error, request: context.request.id }, 'payment not queried');
      return toForm(c, context, { refusal: 'payment-unclear' });
    }
  });
  return routes;
}
