import type { WebhookEventType, WebhookMessage, WebhookProvider } from './port.ts';
import { WebhookRefused } from './port.ts';

/** A webhook provider that remembers why the last message did not go out. */
export class WatchedWebhooks implements WebhookProvider {
  readonly #provider: WebhookProvider;
  #failure: string | null = null;
  #publishing: Promise<unknown> = Promise.resolve();

  constructor(provider: WebhookProvider) {
    this.#provider = provider;
  }

  get name(): WebhookProvider['name'] {
    return this.#provider.name;
  }

  /** Why the last message is delayed; null when the provider has answered about it, or none was attempted since the start. */
  get failure(): string | null {
    return this.#failure;
  }

  async publish(message: WebhookMessage, signal: AbortSignal): Promise<void> {
    const publishing = this.#provider.publish(message, signal);
    this.#publishing = publishing.catch(() => {});
    try {
      await publishing;
      this.#failure = null;
    } catch (error) {
      if (error instanceof WebhookRefused) this.#failure = null;
      else if (!signal.aborted) this.#failure = (error as Error).message;
      throw error;
    }
  }

  prepare(types: readonly WebhookEventType[], signal: AbortSignal): Promise<void> {
    return this.#provider.prepare(types, signal);
  }

  isUp(signal: AbortSignal): Promise<boolean> {
    return this.#provider.isUp(signal);
  }

  portal(signal: AbortSignal): Promise<string | null> {
    return this.#provider.portal(signal);
  }

  /** A message that is being published may be one of these: it is removed once the provider has it. */
  async forget(ids: readonly string[], signal: AbortSignal): Promise<void> {
    await this.#publishing;
    await this.#provider.forget(ids, signal);
  }
}
