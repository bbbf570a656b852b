import { createHash } from 'node:crypto';
import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import PQueue from 'p-queue';
import type { Clock } from '../../process/clock.ts';
import { assertFolder } from '../../process/private-folder.ts';
import { type Mail, type Mailer, type Sender, checkHeaders, fromHeader } from './port.ts';

export interface SentMail extends Omit<Required<Mail>, 'key'> {
  readonly id: string;
  readonly at: string;
  readonly from: string;
  readonly replyTo: string;
}

/** Number in order of arrival, and a digest of the idempotency key. */
const ID = /^\d{8}-[0-9a-f]{16}$/;

/** An incomplete mail, which a crash may leave. */
const HALF = '.new';

export interface MailboxParts {
  readonly folder: string;
  readonly sender: Sender;
  readonly clock: Pick<Clock, 'now'>;
}

/** For a developer's machine: stores each mail as a file. */
export class Mailbox implements Mailer {
  readonly name = 'mailbox';
  readonly #parts: MailboxParts;
  readonly #writes = new PQueue({ concurrency: 1 });
  readonly #forgotten = new Set<string>();

  /** Throws `FatalError` for an unusable folder. */
  constructor(parts: MailboxParts) {
    assertFolder(parts.folder);
    this.#parts = parts;
  }

  async send(mail: Mail): Promise<void> {
    checkHeaders(mail);
    await this.#writes.add(() => this.#store(mail));
  }

  /** Once for each idempotency key. */
  async #store({ key, attachments = [], ...content }: Mail): Promise<void> {
    const { folder, sender, clock } = this.#parts;
    const ids = await this.ids();
    const digest = createHash('sha256').update(key).digest('hex').slice(0, 16);
    if (this.#forgotten.has(content.about) || ids.some((id) => id.endsWith(digest))) return;
    const id = `${String(Number(ids.at(-1)?.slice(0, 8) ?? 0) + 1).padStart(8, '0')}-${digest}`;
    const at = new Date(clock.now()).toISOString();
    const { replyTo } = sender;
    const mail: SentMail = { id, ...content, at, from: fromHeader(sender), replyTo, attachments };
    await mkdir(folder, { recursive: true });
    await writeFile(this.#file(id) + HALF, JSON.stringify(mail, null, 2));
    await rename(this.#file(id) + HALF, this.#file(id));
  }

  /** Also removes incomplete and unreadable mails, which don't say what they are about. */
  async forget(streams: readonly string[]): Promise<void> {
    for (const stream of streams) this.#forgotten.add(stream);
    await this.#writes.add(async () => {
      const halves = (await this.#names()).filter((name) => name.endsWith(HALF));
      for (const name of halves) await rm(join(this.#parts.folder, name));
      for (const id of await this.ids()) {
        const mail = await this.find(id);
        if (mail === null || streams.includes(mail.about)) await rm(this.#file(id));
      }
    });
  }

  /** Oldest first. */
  async ids(): Promise<string[]> {
    const ids = (await this.#names()).map((name) => name.replace(/\.json$/, ''));
    return ids.filter((id) => ID.test(id)).sort();
  }

  async list(): Promise<SentMail[]> {
    const mails: (SentMail | null)[] = [];
    for (const id of await this.ids()) mails.push(await this.find(id));
    return mails.filter((mail) => mail !== null);
  }

  async find(id: string): Promise<SentMail | null> {
    if (!ID.test(id)) return null;
    try {
      return JSON.parse(await readFile(this.#file(id), 'utf8')) as SentMail;
    } catch {
      return null;
    }
  }

  /** The folder may have been removed while the site runs. */
  async #names(): Promise<string[]> {
    return readdir(this.#parts.folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
  }

  #file(id: string): string {
    return join(this.#parts.folder, `${id}.json`);
  }
}
