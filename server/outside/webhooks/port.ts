import { Park, RetryLater } from '../../process/jobs/job-kind.ts';

/** About one event, for all receivers that subscribe to its type. */
export interface WebhookMessage {
  /** The event's id, which is also the idempotency key. */
  readonly id: string;
  /** Such as `booking.confirmed`. */
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
  /** `none`: nothing is published. */
  readonly name: 'svix' | 'local' | 'none';
  /** Resolves once accepted; throws `WebhookRefused`, or `WebhookDelayed` to be attempted again. */
  publish(message: WebhookMessage, signal: AbortSignal): Promise<void>;
  /** Creates what is missing at the provider, and updates its event types. Throws like `publish`. */
  prepare(types: readonly WebhookEventType[], signal: AbortSignal): Promise<void>;
  /** Where the owner manages receivers: a secret, valid for an hour. Null when there is none. Throws like `publish`. */
  portal(signal: AbortSignal): Promise<string | null>;
  /** Removes stored messages with these ids, if they exist. Throws like `publish`. */
  forget(ids: readonly string[], signal: AbortSignal): Promise<void>;
}

/** A permanent refusal. `reason` is for the log and contains no personal data. */
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

/** A temporary failure. Its message contains no personal data. */
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
