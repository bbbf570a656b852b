import type { Clock } from '../../process/clock.ts';
import type { Config } from '../../process/config.ts';
import { MailNotices } from './mail-notices.ts';
import { Mailbox } from './mailbox.ts';
import type { Mailer } from './port.ts';
import { ResendMailer } from './resend.ts';

interface OpenedMail {
  readonly mailer: Mailer;
  readonly notices: MailNotices;
  readonly mailbox: Mailbox | null;
}

export function openMail(
  { appName, email, mail }: Pick<Config, 'appName' | 'email' | 'mail'>,
  clock: Clock,
): OpenedMail {
  const sender = { name: appName, address: mail.from, replyTo: email };
  const notices = new MailNotices(mail.kind, mail.webhookSecrets);
  if (mail.kind === 'resend')
    return { mailer: new ResendMailer({ apiKey: mail.apiKey, sender, clock }), notices, mailbox: null };
  const mailbox = new Mailbox({ folder: mail.folder, sender, clock });
  return { mailer: mailbox, notices, mailbox };
}
