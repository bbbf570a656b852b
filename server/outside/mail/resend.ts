import type { Resend } from 'resend';
import type { Clock } from '../../process/clock.ts';
import { type Mail, type Mailer, MailRefused, type Sender, checkHeaders, fromHeader } from './port.ts';
import { retryAfterMs } from '../../process/jobs/backoff.ts';
import { RetryLater } from '../../process/jobs/job-kind.ts';
import type { Config } from '../../process/config.ts';

const TIMEOUT_MS = 10_000;

/** These may pass later. */
const PASSING: ReadonlySet<number> = new Set([408, 425, 429]);

/** Any part may be missing, because the SDK passes on a proxy's response. */
interface Failure {
  readonly statusCode?: unknown;
  readonly name?: unknown;
}

export interface ResendParts {
  readonly apiKey: string;
  readonly sender: Sender;
  readonly clock: Pick<Clock, 'now'>;
}

export class ResendMailer implements Mailer {
  readonly name = 'resend';
  readonly #parts: ResendParts;
  #client: Promise<Resend> | null = null;

  constructor(parts: ResendParts) {
    this.#parts = parts;
  }

  async send(mail: Mail, signal: AbortSignal): Promise<void> {
    checkHeaders(mail);
    const { sender, clock } = this.#parts;
    const { key, about, cause, part, to, subject, html, text, attachments = [] } = mail;
    this.#client ??= connect(this.#parts.apiKey);
    const client = await this.#client;
    const { data, error, headers } = await client.emails.send(
      {
        from: fromHeader(sender),
        to,
        replyTo: sender.replyTo,
        subject,
        html,
        text,
        tags: Object.entries({ about, cause, part }).map(([name, value]) => ({ name, value })),
        attachments: attachments.map(({ filename, contentType, content }) => ({
          filename,
          contentType,
          content: Buffer.from(content),
        })),
      },
      { idempotencyKey: key, signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]) },
    );
    if (typeof data?.id === 'string') return;
    throwFailure(error, retryAfterMs(headers, clock.now()));
  }

  /** The contract with the provider sets its retention. */
  async forget(): Promise<void> {}
}

/** Loaded with the first mail, because it slows startup down. */
async function connect(apiKey: string): Promise<Resend> {
  const sdk = await import('resend');
  return new sdk.Resend(apiKey);
}

/** Returns if the mail was sent despite the error. */
function throwFailure(error: Failure | null, afterMs: number): void {
  const status = typeof error?.statusCode === 'number' ? error.statusCode : null;
  const name = typeof error?.name === 'string' && /^[a-z_]{1,64}$/.test(error.name) ? error.name : 'unknown';
  // Sent before with other text: open slots may have changed since a crash.
  if (name === 'invalid_idempotent_request') return;
  const reason = `${status ?? 'no answer'} ${name}`;
  // Once the setting is corrected, the same mail is accepted.
  const isKey = status === 401 || name === 'invalid_api_key';
  // `application_error` says nothing about the mail.
  const isFinal =
    status !== null && status >= 400 && status < 500 && !PASSING.has(status) && name !== 'application_error' && !isKey;
  if (isFinal && name !== 'concurrent_idempotent_requests') {
    const message = `the provider refused it: ${reason}`;
    throw new MailRefused(`provider-${status}`, { refusesAll: status === 403, message });
  }
  throw new RetryLater(`the provider refused it: ${reason}`, { afterMs, isForAll: status === 429 || isKey });
}

const SANDBOX_DOMAIN = 'resend.dev';

/** Warns if the configured sender reaches no customers. */
export function senderWarning({ mail }: { readonly mail: Pick<Config['mail'], 'kind' | 'from'> }): string | null {
  if (mail.kind !== 'resend' || !mail.from.toLowerCase().endsWith(`@${SANDBOX_DOMAIN}`)) return null;
  return `${mail.from} reaches only the holder of the Resend account. Verify a domain at resend.com/domains and set RESEND_FROM to an address on it.`;
}
