import { Webhook } from 'standardwebhooks';
import { type Secrets, deriveSecrets } from '../../process/secrets.ts';

/** A message as receivers verify it. */
export interface SignedMessage {
  readonly id: string;
  /** When it is sent, in milliseconds: receivers refuse a message that is more than 300 s old or ahead. */
  readonly at: number;
  readonly body: string;
}

/**
 * The headers that sign a message as Standard Webhooks has it, with each secret. Svix signs the same way; its headers may begin with
 * `svix-` instead.
 */
export function signedHeaders({ id, at, body }: SignedMessage, secrets: readonly string[]): Record<string, string> {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, new Date(at), body)).join(' '),
  };
}

/** Signing secrets in the form in which receivers expect them, derived from this site's own. */
export function localSigningSecrets(cookieSecrets: Secrets): readonly string[] {
  return deriveSecrets(cookieSecrets, 'local webhooks').map(
    (secret) => `whsec_${Buffer.from(secret, 'hex').toString('base64')}`,
  );
}
