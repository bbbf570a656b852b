import { z } from 'zod';
import type { Clock } from '../../process/clock.ts';
import { NumberedFiles, type Stored } from '../numbered-files.ts';
import { type Attachment, type Mail, type Mailer, type Sender, checkHeaders, fromHeader } from './port.ts';

/** A mail as it was sent. It is about the stream of a booking or account; mails of earlier versions lack some of these. */
export interface SentMail extends Stored {
  readonly cause?: string;
  readonly part?: string;
  /** When, as an ISO instant. */
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

/** Stores mail in a folder instead of sending it. */
export class Mailbox implements Mailer {
  readonly name = 'mailbox';
  readonly #files: NumberedFiles<SentMail>;
  readonly #sender: Sender;
  readonly #clock: Pick<Clock, 'now'>;

  /** Throws `FatalError` for an unusable folder; it may be missing. */
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

  /** Ids in the order in which the mails were sent. */
  ids(): Promise<string[]> {
    return this.#files.ids();
  }

  /** The mails with these ids, or all, oldest first; without unreadable ones. */
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
