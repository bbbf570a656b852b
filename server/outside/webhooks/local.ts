import { z } from 'zod';
import { type Clock, systemClock } from '../../process/clock.ts';
import type { Log } from '../../process/log.ts';
import { NumberedFiles, type Stored } from '../numbered-files.ts';
import { deliveryFailure } from './delivery-failure.ts';
import type { WebhookMessage, WebhookProvider } from './port.ts';
import { signedHeaders } from './signature.ts';

const TIMEOUT_MS = 10_000;

export interface LocalDelivery {
  readonly at: string;
  readonly outcome: string;
}

export interface LocalMessage extends Stored {
  readonly at: string;
  readonly type: string;
  readonly body: string;
  /** As of its publication. */
  readonly headers: Readonly<Record<string, string>>;
  readonly deliveries: readonly LocalDelivery[];
}

const localMessage = z.object({
  id: z.string(),
  about: z.string(),
  at: z.iso.datetime(),
  type: z.string(),
  body: z.string(),
  headers: z.record(z.string(), z.string()),
  deliveries: z.array(z.object({ at: z.iso.datetime(), outcome: z.string() })),
});

export interface LocalWebhooksParts {
  readonly folder: string;
  /** The one in use first. */
  readonly secrets: readonly string[];
  /** Where each message is sent once. */
  readonly url: string | null;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
}

/**
 * Stores messages in a folder, signed as by Svix, and sends each once to the developer's address; failures there don't matter.
 */
export class LocalWebhooks implements WebhookProvider {
  readonly name = 'local';
  readonly #files: NumberedFiles<LocalMessage>;
  readonly #parts: LocalWebhooksParts;

  constructor(parts: LocalWebhooksParts) {
    this.#files = new NumberedFiles<LocalMessage>(parts.folder, localMessage);
    this.#parts = parts;
  }

  get secret(): string {
    return this.#parts.secrets[0]!;
  }

  get url(): string | null {
    return this.#parts.url;
  }

  async publish({ id: about, type, payload }: WebhookMessage): Promise<void> {
    const { clock, secrets, log } = this.#parts;
    const at = new Date(clock.now()).toISOString();
    const body = JSON.stringify(payload);
    const headers = signedHeaders({ id: about, at: systemClock.now(), body }, secrets);
    const id = await this.#files.add(about, { about, at, type, body, headers, deliveries: [] });
    const stored = await this.find(id);
    if (!stored || stored.deliveries.length > 0) return;
    this.deliver(id).catch((error: unknown) => log.warn({ err: error, id }, 'a webhook delivery was not noted'));
  }

  async deliver(id: string): Promise<void> {
    const { url, secrets, clock } = this.#parts;
    const message = await this.find(id);
    if (url === null || !message) return;
    const { about = '', body } = message;
    // The receiver's clock does not move with this site's.
    const outcome = await post(url, body, signedHeaders({ id: about, at: systemClock.now(), body }, secrets));
    const delivery: LocalDelivery = { at: new Date(clock.now()).toISOString(), outcome };
    const current = await this.find(id);
    if (current) await this.#files.replace({ ...current, deliveries: [...current.deliveries, delivery] });
  }

  ids(): Promise<string[]> {
    return this.#files.ids();
  }

  list(ids?: readonly string[]): Promise<LocalMessage[]> {
    return this.#files.list(ids);
  }

  find(id: string): Promise<LocalMessage | null> {
    return this.#files.find(id);
  }

  forget(ids: readonly string[]): Promise<void> {
    return this.#files.forget(ids);
  }

  async prepare(): Promise<void> {}

  async portal(): Promise<null> {
    return null;
  }
}

/** Resolves with the status of the response, or why there was none. */
async function post(url: string, body: string, headers: Record<string, string>): Promise<string> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    return String(response.status);
  } catch (error) {
    return deliveryFailure(error);
  }
}
