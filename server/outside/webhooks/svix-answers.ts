import { retryAfterMs } from '../../process/jobs/backoff.ts';
import { deliveryFailure } from './delivery-failure.ts';
import { WebhookDelayed, WebhookRefused } from './port.ts';

/** Any part may be missing, because the SDK passes on a proxy's response. */
interface ErrorResponse {
  readonly code: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** These may pass later. */
const PASSING: ReadonlySet<number> = new Set([408, 425, 429]);

/** Every message fails: wrong token, plan, API address or application. */
const OURS: ReadonlySet<number> = new Set([401, 402, 403, 404, 405]);

export function statusOf(error: unknown): number | null {
  return isResponse(error) ? error.code : null;
}

function isResponse(error: unknown): error is ErrorResponse {
  return error instanceof Error && 'code' in error && typeof error.code === 'number' && 'headers' in error;
}

/** The SDK throws a `SyntaxError` for a proxy's error page. */
export function judged(error: unknown, now: number): WebhookDelayed | WebhookRefused {
  if (error instanceof WebhookDelayed || error instanceof WebhookRefused) return error;
  if (!isResponse(error)) return new WebhookDelayed(`Svix did not respond: ${noAnswer(error)}`, { cause: error });
  const { code: status, headers } = error;
  const reason = `${status} ${wordOf(error.body)}`.trim();
  if (status === 429)
    return new WebhookDelayed(`Svix asks to wait: ${reason}`, { afterMs: retryAfterMs(headers, now) });
  if (OURS.has(status)) return new WebhookDelayed(`Svix refuses all calls, check its settings: ${reason}`);
  if (status >= 400 && status < 500 && !PASSING.has(status))
    return new WebhookRefused(`svix-${status}`, `Svix refused it: ${reason}`);
  return new WebhookDelayed(`Svix failed: ${reason}`);
}

/** Without a message, so that a refusal delays all messages. */
export function judgedForAll(error: unknown, now: number): WebhookDelayed {
  const verdict = judged(error, now);
  if (verdict instanceof WebhookDelayed) return verdict;
  return new WebhookDelayed(verdict.message, { cause: error });
}

/** Such as `invalid_event_type`; the details may quote the message. */
function wordOf(body: unknown): string {
  const code = typeof body === 'object' && body !== null && 'code' in body ? body.code : null;
  return typeof code === 'string' && /^[\w.-]{1,64}$/.test(code) ? code : '';
}

/** A `SyntaxError` quotes what it could not read. */
function noAnswer(error: unknown): string {
  return error instanceof SyntaxError ? 'a page instead of JSON, is its address right?' : deliveryFailure(error);
}
