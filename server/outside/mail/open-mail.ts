import type { Clock } from '../../process/clock.ts';
import type { Config } from '../../process/config.ts';
import { Mailbox } from './mailbox.ts';
import type { Mailer } from './port.ts';
import { ResendMailer } from './resend.ts';

/** The mail provider, or the local mailbox. */
export function openMail(
  { appName, email, mail }: Pick<Config, 'appName' | 'email' | 'mail'>,
  clock: Clock,
): { mailer: Mailer; mailbox: Mailbox | null } {
  const sender = { name: appName, address: mail.from, replyTo: email };
  if (mail.kind === 'resend')
    return { mailer: new ResendMailer({ apiKey: mail.apiKey, sender, clock }), mailbox: null };
  const mailbox = new Mailbox({ folder: mail.folder, sender, clock });
  return { mailer: mailbox, mailbox };
}
