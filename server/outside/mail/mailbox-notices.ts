import { randomUUID } from 'node:crypto';
import type { MailReturn } from '#events/mail.ts';
import type { Clock } from '../../process/clock.ts';
import { signedHeaders } from '../signed-notices.ts';
import type { SentMail } from './mailbox.ts';

const TIMEOUT_MS = 10_000;

export interface MailboxNoticeParts {
  readonly url: string;
  readonly secret: string;
  readonly clock: Pick<Clock, 'now'>;
}

/** Posts what Resend posts for a returned mail. Resolves with whether the site accepted it. */
export async function postReturnNotice(
  { id: email_id, at: created_at, to, from, subject, about, cause, part }: SentMail,
  kind: MailReturn,
  { url, secret, clock }: MailboxNoticeParts,
): Promise<boolean> {
  const mail = { email_id, created_at, to: [to], from, subject, tags: { about, cause, part } };
  const bounce = { type: 'Permanent', subType: 'General', message: 'The mailbox does not exist.' };
  const data = kind === 'bounced' ? { ...mail, bounce } : mail;
  const body = JSON.stringify({ type: `email.${kind}`, created_at: new Date(clock.now()).toISOString(), data });
  const stamp = { id: randomUUID(), timestamp: Math.floor(clock.now() / 1000) };
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...signedHeaders(stamp, body, secret) },
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  await response.body?.cancel();
  return response.ok;
}
