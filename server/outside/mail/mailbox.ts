import { z } from 'zod';
import type { Clock } from '../../process/clock.ts';
import { NumberedFiles, type Stored } from '../numbered-files.ts';
import { type Attachment, type Mail, type Mailer, type Sender, checkHeaders, fromHeader } from './port.ts';

/** Mails of earlier versions lack some of these. */
export interface SentMail extends Stored {
  readonly cause?: string;
  readonly part?: string;
  readonly at: string;
  readonly to: string;
  readonly from: string;
  readonly replyTo: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  readonly attachments: readonly Attachment[];
}

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

export class Mailbox implements Mailer {
  readonly name = 'mailbox';
  readonly #files: NumberedFiles<SentMail>;
  readonly #sender: Sender;
  readonly #clock: Pick<Clock, 'now'>;

  constructor({ folder, sender, clock }: { folder: string; sender: Sender; clock: Pick<Clock, 'now'> }) {
    this.#files = new NumberedFiles(folder, sentMail);
    this.#sender = sender;
    this.#clock = clock;
  }

  async send(mail: Mail): Promise<void> {
    checkHeaders(mail);
    const { key, about, cause, part, to, subject, html, text, attachments = [] } = mail;
    const at = new Date(this.#clock.now()).toISOString();
    const from = fromHeader(this.#sender);
    const { replyTo } = this.#sender;
    await this.#files.add(key, { about, cause, part, at, to, from, replyTo, subject, html, text, attachments });
  }

  ids(): Promise<string[]> {
    return this.#files.ids();
  }

  list(ids?: readonly string[]): Promise<SentMail[]> {
    return this.#files.list(ids);
  }

  find(id: string): Promise<SentMail | null> {
    return this.#files.find(id);
  }

  forget(streams: readonly string[]): Promise<void> {
    return this.#files.forget(streams);
  }
}
