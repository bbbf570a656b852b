import { Webhook } from 'standardwebhooks';
import { type Secrets, deriveSecrets } from '../../process/secrets.ts';

export interface SignedMessage {
  readonly id: string;
  /** Milliseconds; receivers refuse a message that is more than 300 s old or ahead. */
  readonly at: number;
  readonly body: string;
}

/** Signs with each secret as Standard Webhooks has it. Svix's headers may begin with `svix-` instead. */
export function signedHeaders({ id, at, body }: SignedMessage, secrets: readonly string[]): Record<string, string> {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, new Date(at), body)).join(' '),
  };
}

/** Derived from this site's own. */
export function localSigningSecrets(cookieSecrets: Secrets): readonly string[] {
  return deriveSecrets(cookieSecrets, 'local webhooks').map(
    (secret) => `whsec_${Buffer.from(secret, 'hex').toString('base64')}`,
  );
}
