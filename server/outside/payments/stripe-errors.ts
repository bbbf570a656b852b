import type { Stripe } from 'stripe';
import { z } from 'zod';
import { retryAfterMs } from '../../process/jobs/backoff.ts';
import { CallPostponed, ProviderError, ProviderUnreachable } from './port.ts';

type StripeError = Stripe.errors.StripeError;

/** After a 429 without `Retry-After`. */
const RATE_LIMIT_PAUSE_MS = 10_000;

/** By shape, because the SDK is loaded on demand. */
export function isStripeError(error: unknown): error is StripeError {
  return error instanceof Error && 'rawType' in error && 'type' in error && typeof error.type === 'string';
}

/** A 404 of another server doesn't count. */
export function isMissing(error: unknown): boolean {
  return isStripeError(error) && error.statusCode === 404 && error.code === 'resource_missing';
}

/** A key used with other parameters, or of an earlier failure that Stripe repeats. */
export function isSpentKey(error: unknown): boolean {
  if (!isStripeError(error)) return false;
  return error.type === 'StripeIdempotencyError' || error.headers?.['idempotent-replayed'] === 'true';
}

export function isRefusedEmail(error: unknown): boolean {
  return isStripeError(error) && error.statusCode === 400 && error.param === 'customer_email';
}

/** Longer text may contain anything, so it isn't logged. */
function word(label: string, value: unknown): string[] {
  return typeof value === 'string' && /^[\w.[\]-]{1,80}$/.test(value) ? [`${label} ${value}`] : [];
}

function isUnreachable(error: unknown): boolean {
  return isStripeError(error) && (error.statusCode === undefined || error.statusCode >= 500);
}

function isRateLimited(error: unknown): error is StripeError {
  return isStripeError(error) && error.statusCode === 429;
}

function textResponse(error: unknown): string {
  if (error instanceof z.ZodError) {
    return `Stripe sent a malformed response: ${error.issues.map(({ path }) => path.join('.')).join(', ')}`;
  }
  if (!isStripeError(error))
    return `Stripe sent a malformed response: ${error instanceof Error ? error.name : typeof error}`;
  if (error.type === 'StripeConnectionError') return 'Stripe could not be reached, or did not respond in time';
  const { type, statusCode, code, param, requestId } = error;
  if (statusCode === undefined) return 'Stripe sent a malformed response: not JSON';
  const details = [...word('code', code), ...word('parameter', param), ...word('request', requestId)];
  const verdict = statusCode === 429 ? 'Stripe asks to wait:' : `Stripe refused the call: ${type},`;
  return [`${verdict} status ${statusCode}`, ...details].join(', ');
}

/** Types, codes and request ids: Stripe's messages quote keys and typed text. `now` is in milliseconds. */
export function providerError(error: unknown, now: number): ProviderError {
  if (error instanceof ProviderError) return error;
  if (isRateLimited(error)) {
    return new CallPostponed(textResponse(error), retryAfterMs(error.headers, now) || RATE_LIMIT_PAUSE_MS);
  }
  return isUnreachable(error) ? new ProviderUnreachable(textResponse(error)) : new ProviderError(textResponse(error));
}
