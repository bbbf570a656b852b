import type { MailReturn } from '#events/mail.ts';
import { signedHeaders } from '#server/outside/signed-notices.ts';
import type { Mail } from '#server/outside/mail/port.ts';
import type { Site } from '../../bookings/site.ts';

type Sent = Pick<Mail, 'to' | 'about' | 'cause' | 'part'>;

let count = 0;

/** Posts the mail provider's notice that a mail came back. Resolves with the status of the response. */
export async function comesBack(
  { app, clock, config }: Pick<Site, 'app' | 'clock' | 'config'>,
  { to, about, cause, part }: Sent,
  { kind = 'bounced', bounce = 'Permanent', secret = config.mail.webhookSecrets[0] }: Partial<Details> = {},
): Promise<number> {
  const data = { to: [to], tags: { about, cause, part }, ...(kind === 'bounced' && { bounce: { type: bounce } }) };
  const body = JSON.stringify({ type: `email.${kind}`, created_at: new Date(clock.now()).toISOString(), data });
  const stamp = { id: `notice-${++count}`, timestamp: Math.floor(clock.now() / 1000) };
  const headers = signedHeaders(stamp, body, secret);
  return (await app.request('/webhooks/mailbox', { method: 'POST', body, headers })).status;
}

interface Details {
  readonly kind: MailReturn;
  readonly bounce: 'Permanent' | 'Transient';
  readonly secret: string;
}
