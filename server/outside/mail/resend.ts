import type { Resend } from 'resend';
import type { Clock } from '../../process/clock.ts';
import { type Mail, MailDelayed, type Mailer, MailRefused, type Sender, checkHeaders, fromHeader } from './port.ts';
import { retryAfterMs } from '../../process/retry-after.ts';

/** How long the provider may take to answer, in milliseconds. */
const TIMEOUT_MS = 10_000;

/** Answers that say nothing about the mail itself: it may be taken another time. */
const PASSING: ReadonlySet<number> = new Set([408, 425, 429]);

/** What the SDK tells of a failure. It hands on what the provider, or something before it, answered: any part may be amiss. */
interface Failure {
  readonly statusCode?: unknown;
  readonly name?: unknown;
}

export interface ResendParts {
  readonly apiKey: string;
  readonly sender: Sender;
  readonly clock: Pick<Clock, 'now'>;
}

/** Sends mail through Resend. One try each: trying again is the worker's business. */
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
    const { key, to, subject, html, text, attachments = [] } = mail;
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
        attachments: attachments.map(({ filename, contentType, content }) => ({
          filename,
          contentType,
          content: Buffer.from(content),
        })),
      },
      { idempotencyKey: key, signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]) },
    );
    if (typeof data?.id === 'string') return;
    judge(error, retryAfterMs(headers, clock.now()));
  }

  /** What the provider keeps, and for how long, is agreed with it. */
  async forget(): Promise<void> {}
}

/** Loaded with the first mail: starting does not wait for it. */
async function connect(apiKey: string): Promise<Resend> {
  const sdk = await import('resend');
  return new sdk.Resend(apiKey);
}

/** Tells what a failure means for the mail. Returns when it was sent all the same. */
function judge(error: Failure | null, afterMs: number): void {
  const status = typeof error?.statusCode === 'number' ? error.statusCode : null;
  const name = typeof error?.name === 'string' && /^[a-z_]{1,64}$/.test(error.name) ? error.name : 'unknown';
  // This key sent a mail before, worded otherwise: what is open may have changed since a crash, or the business's name.
  if (name === 'invalid_idempotent_request') return;
  const reason = `${status ?? 'no answer'} ${name}`;
  // What is not in the provider's own words (`application_error`) is not its verdict on the mail.
  const isFinal =
    status !== null && status >= 400 && status < 500 && !PASSING.has(status) && name !== 'application_error';
  if (isFinal && name !== 'concurrent_idempotent_requests') {
    throw new MailRefused(`the provider refused it: ${reason}`, { isOurs: status === 401 || status === 403 });
  }
  throw new MailDelayed(`the provider did not take it: ${reason}`, afterMs, { isForAll: status === 429 });
}
