import type { Stripe } from 'stripe';
import { z } from 'zod';
import { retryAfterMs } from '../../process/retry-after.ts';
import { CallPostponed, ProviderError, ProviderUnreachable } from './port.ts';

type StripeError = Stripe.errors.StripeError;

/** How long to wait after a 429 that does not say how long, in milliseconds. */
const RATE_LIMIT_PAUSE_MS = 10_000;

/** Told apart by shape: the SDK is loaded only when it is needed. */
export function isStripeError(error: unknown): error is StripeError {
  return error instanceof Error && 'rawType' in error && 'type' in error && typeof error.type === 'string';
}

/** The provider knows no such thing. A missing page of something that is not Stripe does not count. */
export function isMissing(error: unknown): boolean {
  return isStripeError(error) && error.statusCode === 404 && error.code === 'resource_missing';
}

/** A key that can do no more: used with other parameters before, or bound to an earlier failure that Stripe keeps repeating. */
export function isSpentKey(error: unknown): boolean {
  if (!isStripeError(error)) return false;
  return error.type === 'StripeIdempotencyError' || error.headers?.['idempotent-replayed'] === 'true';
}

export function isRefusedEmail(error: unknown): boolean {
  return isStripeError(error) && error.statusCode === 400 && error.param === 'customer_email';
}

/** A word of Stripe's that is fit for a log, or nothing: what is longer or more than a name may be anything. */
function word(label: string, value: unknown): string[] {
  return typeof value === 'string' && /^[\w.[\]-]{1,80}$/.test(value) ? [`${label} ${value}`] : [];
}

/** No answer, one that is not JSON, or a fault of Stripe's own. */
function isUnreachable(error: unknown): boolean {
  return isStripeError(error) && (error.statusCode === undefined || error.statusCode >= 500);
}

/** Stripe takes no more calls at present (429): nothing is known yet of what this one asked for. */
function isRateLimited(error: unknown): error is StripeError {
  return isStripeError(error) && error.statusCode === 429;
}

function inWords(error: unknown): string {
  if (error instanceof z.ZodError) {
    return `Stripe's answer makes no sense: ${error.issues.map(({ path }) => path.join('.')).join(', ')}`;
  }
  if (!isStripeError(error))
    return `Stripe's answer makes no sense: ${error instanceof Error ? error.name : typeof error}`;
  if (error.type === 'StripeConnectionError') return 'Stripe could not be reached, or did not answer in time';
  const { type, statusCode, code, param, requestId } = error;
  if (statusCode === undefined) return "Stripe's answer makes no sense: not JSON";
  const details = [...word('code', code), ...word('parameter', param), ...word('request', requestId)];
  const verdict = statusCode === 429 ? 'Stripe asks to wait:' : `Stripe said no: ${type},`;
  return [`${verdict} status ${statusCode}`, ...details].join(', ');
}

/**
 * What went wrong, in words that may stand in a log for ever: kinds, codes and request ids. Stripe's own messages quote
 * keys and what people typed, so neither they nor the error itself go any further. `now` is the time of day in milliseconds.
 */
export function providerError(error: unknown, now: number): ProviderError {
  if (error instanceof ProviderError) return error;
  if (isRateLimited(error)) {
    return new CallPostponed(inWords(error), retryAfterMs(error.headers, now) || RATE_LIMIT_PAUSE_MS);
  }
  return isUnreachable(error) ? new ProviderUnreachable(inWords(error)) : new ProviderError(inWords(error));
}
