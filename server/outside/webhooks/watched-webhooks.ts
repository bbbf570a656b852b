import type { WebhookEventType, WebhookMessage, WebhookProvider } from './port.ts';
import { WebhookDelayed } from './port.ts';

export class WatchedWebhooks implements WebhookProvider {
  readonly #provider: WebhookProvider;
  readonly #failures = new Map<string, string>();
  #publishing: Promise<unknown> = Promise.resolve();

  constructor(provider: WebhookProvider) {
    this.#provider = provider;
  }

  get name(): WebhookProvider['name'] {
    return this.#provider.name;
  }

  /** Null if the message isn't delayed, or wasn't attempted since startup. */
  failureOf(id: string): string | null {
    return this.#failures.get(id) ?? null;
  }

  async publish(message: WebhookMessage, signal: AbortSignal): Promise<void> {
    const publishing = this.#provider.publish(message, signal);
    this.#publishing = Promise.allSettled([this.#publishing, publishing]);
    try {
      await publishing;
      this.#failures.delete(message.id);
    } catch (error) {
      if (error instanceof WebhookDelayed) this.#failures.set(message.id, error.message);
      else this.#failures.delete(message.id);
      throw error;
    }
  }

  prepare(types: readonly WebhookEventType[], signal: AbortSignal): Promise<void> {
    return this.#provider.prepare(types, signal);
  }

  portal(signal: AbortSignal): Promise<string | null> {
    return this.#provider.portal(signal);
  }

  /** A message that is being published is removed afterwards. */
  async forget(ids: readonly string[], signal: AbortSignal): Promise<void> {
    await this.#publishing;
    await this.#provider.forget(ids, signal);
  }
}
