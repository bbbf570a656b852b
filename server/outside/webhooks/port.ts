import { Park, RetryLater } from '../../process/jobs/job-kind.ts';

export interface WebhookMessage {
  readonly id: string;
  readonly type: string;
  readonly payload: object;
}

export interface WebhookEventType {
  readonly name: string;
  readonly description: string;
  /** JSON schema of its payload. */
  readonly schema: object;
}

export interface WebhookProvider {
  readonly name: 'svix' | 'local' | 'none';
  /** Throws `WebhookRefused`, or `WebhookDelayed` for a retry. */
  publish(message: WebhookMessage, signal: AbortSignal): Promise<void>;
  /** Creates what is missing at the provider, and updates event types. Throws like `publish`. */
  prepare(types: readonly WebhookEventType[], signal: AbortSignal): Promise<void>;
  /** Where the owner manages receivers: a secret, valid for an hour. Throws like `publish`. */
  portal(signal: AbortSignal): Promise<string | null>;
  /** Throws like `publish`. */
  forget(ids: readonly string[], signal: AbortSignal): Promise<void>;
}

/** `reason` is for the log and contains no personal data. */
export class WebhookRefused extends Park {
  override readonly name = 'WebhookRefused';

  constructor(code: string, reason: string = webhookRefusalWords(code)) {
    super(code);
    this.message = reason;
  }
}

const REFUSALS: Readonly<Record<string, string>> = {
  'other-application': 'Svix has a message about this event in another application',
  'not-resent': 'Svix has the message, but neither delivers nor resends it',
  'not-written': 'this site could not write it',
};

export function webhookRefusalWords(code: string): string {
  return REFUSALS[code] ?? `Svix refused it: ${code.replace('svix-', '')}`;
}

/** Its message contains no personal data. */
export class WebhookDelayed extends RetryLater {
  override readonly name = 'WebhookDelayed';

  constructor(reason: string, { afterMs = 0, cause }: { readonly afterMs?: number; readonly cause?: unknown } = {}) {
    super(reason, { afterMs, cause });
  }
}

export const NO_WEBHOOKS: WebhookProvider = {
  name: 'none',
  publish: async () => {},
  prepare: async () => {},
  portal: async () => null,
  forget: async () => {},
};
