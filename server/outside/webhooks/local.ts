import { z } from 'zod';
import { type Clock, systemClock } from '../../process/clock.ts';
import type { Log } from '../../process/log.ts';
import { NumberedFiles } from '../numbered-files.ts';
import { deliveryFailure } from './delivery-failure.ts';
import type { WebhookMessage, WebhookProvider } from './port.ts';
import { signedHeaders } from '../signed-notices.ts';
import { type Secrets, deriveSecrets } from '../../process/secrets.ts';

const TIMEOUT_MS = 10_000;

const localMessage = z.object({
  id: z.string(),
  about: z.string(),
  at: z.iso.datetime(),
  type: z.string(),
  body: z.string(),
  headers: z.record(z.string(), z.string()),
  deliveries: z.array(z.object({ at: z.iso.datetime(), outcome: z.string() })),
});

export type LocalMessage = z.infer<typeof localMessage>;

export interface LocalWebhooksParts {
  readonly folder: string;
  /** The current one first. */
  readonly secrets: readonly string[];
  /** Where each message is sent once. */
  readonly url: string | null;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
}

/** Signed as by Svix. Sends each once to the developer's address, and ignores failures. */
export class LocalWebhooks extends NumberedFiles<LocalMessage> implements WebhookProvider {
  readonly name = 'local';
  readonly #parts: LocalWebhooksParts;

  constructor(parts: LocalWebhooksParts) {
    super(parts.folder, localMessage);
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
    const headers = signed(about, body, secrets);
    const id = await this.add(about, { about, at, type, body, headers, deliveries: [] });
    const stored = await this.find(id);
    if (!stored || stored.deliveries.length > 0) return;
    this.deliver(id).catch((error: unknown) => log.warn({ err: error, id }, 'webhook delivery not recorded'));
  }

  async deliver(id: string): Promise<void> {
    const { url, secrets, clock } = this.#parts;
    const message = await this.find(id);
    if (url === null || !message) return;
    const { about, body } = message;
    const outcome = await post(url, body, signed(about, body, secrets));
    const delivery = { at: new Date(clock.now()).toISOString(), outcome };
    const current = await this.find(id);
    if (current) await this.replace({ ...current, deliveries: [...current.deliveries, delivery] });
  }

  async prepare(): Promise<void> {}

  async portal(): Promise<null> {
    return null;
  }
}

/** By the machine's clock, because the receiver's does not move with this site's. */
function signed(id: string, body: string, secrets: readonly string[]): Record<string, string> {
  return signedHeaders({ id, timestamp: Math.floor(systemClock.now() / 1000) }, body, ...secrets);
}

export function localSigningSecrets(cookieSecrets: Secrets): readonly string[] {
  return deriveSecrets(cookieSecrets, 'local webhooks').map(
    (secret) => `whsec_${Buffer.from(secret, 'hex').toString('base64')}`,
  );
}

/** The status of the response, or why there was none. */
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
