import { z } from 'zod';
import type { Clock } from '../../process/clock.ts';
import { NumberedFiles } from '../numbered-files.ts';
import { type Mail, type Mailer, type Sender, checkHeaders, fromHeader } from './port.ts';
import { randomUUID } from 'node:crypto';
import type { MailReturn } from '#events/mail.ts';
import { signedHeaders } from '../signed-notices.ts';

/** Mails of earlier versions lack the optional fields. */
const sentMail = z.object({
  id: z.string(),
  about: z.string().exactOptional(),
  cause: z.string().exactOptional(),
  part: z.string().exactOptional(),
  at: z.iso.datetime(),
  to: z.string(),
  from: z.string(),
  replyTo: z.string(),
  subject: z.string(),
  html: z.string(),
  text: z.string(),
  attachments: z.array(z.object({ filename: z.string(), contentType: z.string(), content: z.string() })),
});

export type SentMail = z.infer<typeof sentMail>;

export class Mailbox extends NumberedFiles<SentMail> implements Mailer {
  readonly name = 'mailbox';
  readonly #sender: Sender;
  readonly #clock: Pick<Clock, 'now'>;

  constructor({ folder, sender, clock }: { folder: string; sender: Sender; clock: Pick<Clock, 'now'> }) {
    super(folder, sentMail);
    this.#sender = sender;
    this.#clock = clock;
  }

  async send(mail: Mail): Promise<void> {
    checkHeaders(mail);
    const { key, attachments = [], ...content } = mail;
    const at = new Date(this.#clock.now()).toISOString();
    const { replyTo } = this.#sender;
    await this.add(key, { ...content, at, from: fromHeader(this.#sender), replyTo, attachments: [...attachments] });
  }
}

const TIMEOUT_MS = 10_000;

interface MailboxNoticeParts {
  readonly url: string;
  readonly secret: string;
  readonly clock: Pick<Clock, 'now'>;
}

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
