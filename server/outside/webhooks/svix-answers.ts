import { retryAfterMs } from '../../process/jobs/backoff.ts';
import { deliveryFailure } from './delivery-failure.ts';
import { WebhookDelayed, WebhookRefused } from './port.ts';

/** An error response as the SDK reports it. It passes on the response of Svix, or of a proxy: any part may be missing. */
interface ErrorResponse {
  readonly code: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** Status codes that say nothing about the message: it may be accepted later. */
const PASSING: ReadonlySet<number> = new Set([408, 425, 429]);

/** Status codes that say that every message would fail: the token, the plan, the address of the API or the application. */
const OURS: ReadonlySet<number> = new Set([401, 402, 403, 404, 405]);

/** The status of an error that Svix responded with; null for any other error. */
export function statusOf(error: unknown): number | null {
  return isResponse(error) ? error.code : null;
}

/** The SDK's `ApiException`, which is not loaded with this file. */
function isResponse(error: unknown): error is ErrorResponse {
  return error instanceof Error && 'code' in error && typeof error.code === 'number' && 'headers' in error;
}

/**
 * What an error of the SDK means: `WebhookRefused` for one message, else `WebhookDelayed`. An error page of a proxy, which is no
 * JSON, becomes a `SyntaxError` in the SDK, without its status.
 */
export function judged(error: unknown, now: number): WebhookDelayed | WebhookRefused {
  if (error instanceof WebhookDelayed || error instanceof WebhookRefused) return error;
  if (!isResponse(error)) return new WebhookDelayed(`Svix gave no answer: ${noAnswer(error)}`, { cause: error });
  const { code: status, headers } = error;
  const reason = `${status} ${wordOf(error.body)}`.trim();
  if (status === 429)
    return new WebhookDelayed(`Svix asks to wait: ${reason}`, { afterMs: retryAfterMs(headers, now) });
  if (OURS.has(status)) return new WebhookDelayed(`Svix lets nothing through, check its settings: ${reason}`);
  if (status >= 400 && status < 500 && !PASSING.has(status))
    return new WebhookRefused(`svix-${status}`, `Svix refused it: ${reason}`);
  return new WebhookDelayed(`Svix failed: ${reason}`);
}

/** Like `judged`, for a request that is about no message: a refusal delays all messages. */
export function judgedForAll(error: unknown, now: number): WebhookDelayed {
  const verdict = judged(error, now);
  if (verdict instanceof WebhookDelayed) return verdict;
  return new WebhookDelayed(verdict.message, { cause: error });
}

/** Svix's name for the problem, such as `invalid_event_type`; its details may quote the message. */
function wordOf(body: unknown): string {
  const code = typeof body === 'object' && body !== null && 'code' in body ? body.code : null;
  return typeof code === 'string' && /^[\w.-]{1,64}$/.test(code) ? code : '';
}

/** A `SyntaxError` quotes what it could not read. */
function noAnswer(error: unknown): string {
  return error instanceof SyntaxError ? 'a page instead of JSON, is its address right?' : deliveryFailure(error);
}
