/** A message about one event, for all receivers that subscribe to its type. */
export interface WebhookMessage {
  /** The event's id, which is also the idempotency key. */
  readonly id: string;
  /** Name of its event type, such as `booking.confirmed`. */
  readonly type: string;
  /** The JSON that receivers get. */
  readonly payload: object;
}

/** An event type as receivers choose it. */
export interface WebhookEventType {
  readonly name: string;
  readonly description: string;
  /** JSON schema of its payload. */
  readonly schema: object;
}

export interface WebhookProvider {
  /** `none`: nothing is published. */
  readonly name: 'svix' | 'local' | 'none';
  /** Resolves when the provider has accepted the message; throws `WebhookRefused`, or `WebhookDelayed` to be attempted again. */
  publish(message: WebhookMessage, signal: AbortSignal): Promise<void>;
  /** Creates what is missing at the provider, and updates its event types. Throws like `publish`. */
  prepare(types: readonly WebhookEventType[], signal: AbortSignal): Promise<void>;
  /** Whether the provider answers a request that is about no message. Never throws. */
  isUp(signal: AbortSignal): Promise<boolean>;
  /** The address where the owner manages receivers: a secret, valid for an hour. Null when there is none. Throws like `publish`. */
  portal(signal: AbortSignal): Promise<string | null>;
  /** Removes what the provider stores of the messages with these ids; unknown ones are ignored. Throws like `publish`. */
  forget(ids: readonly string[], signal: AbortSignal): Promise<void>;
}

/** A permanent refusal: repeating the attempt does not help. Its message contains no personal data. */
export class WebhookRefused extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'WebhookRefused';
  }
}

/** A temporary failure, or one that says nothing about the message. Its message contains no personal data. */
export class WebhookDelayed extends Error {
  /** Milliseconds before which no attempt should be made. */
  readonly afterMs: number;
  /** Whether the message itself may be at fault, when the provider works otherwise. */
  readonly mayBeItsOwn: boolean;

  constructor(
    reason: string,
    {
      afterMs = 0,
      mayBeItsOwn = false,
      cause,
    }: { readonly afterMs?: number; readonly mayBeItsOwn?: boolean; readonly cause?: unknown } = {},
  ) {
    super(reason, { cause });
    this.name = 'WebhookDelayed';
    this.afterMs = afterMs;
    this.mayBeItsOwn = mayBeItsOwn;
  }
}

/** Publishes nothing, not even later: a site without a webhook provider. */
export const NO_WEBHOOKS: WebhookProvider = {
  name: 'none',
  publish: async () => {},
  prepare: async () => {},
  isUp: async () => true,
  portal: async () => null,
  forget: async () => {},
};
