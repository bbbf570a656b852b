import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';

/** A message as receivers verify it. */
export interface SignedMessage {
  readonly id: string;
  /** When it is sent, in milliseconds: receivers refuse a message that is more than 300 s old or ahead. */
  readonly at: number;
  readonly body: string;
}

/** The headers that sign a message as Standard Webhooks has it. Svix signs the same way; its headers may begin with `svix-` instead. */
export function signedHeaders({ id, at, body }: SignedMessage, secret: string): Record<string, string> {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, new Date(at), body),
  };
}

/** A signing secret in the form in which receivers expect it, derived from this site's own secret. */
export function localSigningSecret(cookieSecret: string): string {
  return `whsec_${createHmac('sha256', cookieSecret).update('local webhooks').digest('base64')}`;
}
