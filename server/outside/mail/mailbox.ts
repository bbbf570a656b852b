import { createHash } from 'node:crypto';
import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { demand } from '#db/disk/start-failure.ts';
import type { Clock } from '../../process/clock.ts';
import { type Attachment, type Mail, type Mailer, type Sender, checkHeaders, fromHeader } from './port.ts';

/** A mail as it was sent. */
export interface SentMail {
  readonly id: string;
  /** The stream of the booking or account that it is about; mails of earlier versions have none. */
  readonly about?: string;
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
  at: z.iso.datetime(),
  to: z.string(),
  from: z.string(),
  replyTo: z.string(),
  subject: z.string(),
  html: z.string(),
  text: z.string(),
  attachments: z.array(z.object({ filename: z.string(), contentType: z.string(), content: z.string() })),
});

/** Parses a mail's file; null for a file that a power cut or another program left incomplete. */
function mailIn(text: string): SentMail | null {
  try {
    return sentMail.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** Number in order of sending, and a digest of the idempotency key. */
const ID = /^\d{8}-[0-9a-f]{16}$/;

/** A mail that is being written, or was not completed. */
const HALF = /^\d{8}-[0-9a-f]{16}\.json\.new$/;

/** Errors of a file name that is missing, a folder, a dangling link, or another user's. */
const UNREADABLE: ReadonlySet<string> = new Set(['ENOENT', 'EISDIR', 'ELOOP', 'EACCES']);

interface Index {
  last: number;
  readonly keys: Map<string, Promise<void>>;
}

function digest(key: string): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 16);
}

/** Stores mail in a folder instead of sending it, one JSON file a mail. */
export class Mailbox implements Mailer {
  readonly name = 'mailbox';
  readonly #folder: string;
  readonly #sender: Sender;
  readonly #clock: Pick<Clock, 'now'>;
  #index: Promise<Index> | null = null;
  /** Names of the files that are being written. */
  readonly #writing = new Set<string>();
  /** Streams whose mails are not stored. */
  readonly #forgotten = new Set<string>();

  /** Throws `StartFailure` for an unusable folder; it may be missing. */
  constructor({ folder, sender, clock }: { folder: string; sender: Sender; clock: Pick<Clock, 'now'> }) {
    demand('folder', folder, 'Move it away: the server makes the folder that it needs.');
    this.#folder = folder;
    this.#sender = sender;
    this.#clock = clock;
  }

  async send(mail: Mail): Promise<void> {
    checkHeaders(mail);
    const index = await this.#indexed();
    const key = digest(mail.key);
    const earlier = index.keys.get(key);
    if (earlier) return earlier;
    index.last += 1;
    const sending = this.#write(`${String(index.last).padStart(8, '0')}-${key}`, mail);
    index.keys.set(key, sending);
    sending.catch(() => index.keys.delete(key));
    return sending;
  }

  /** The folder's file names; it may have been removed while the site runs. */
  async #names(): Promise<string[]> {
    return readdir(this.#folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
  }

  /** Ids in the order in which the mails were sent. */
  async ids(): Promise<string[]> {
    return (await this.#names())
      .filter((name) => name.endsWith('.json'))
      .map((name) => name.slice(0, -'.json'.length))
      .filter((id) => ID.test(id))
      .sort();
  }

  /** The mails with these ids, or all, oldest first; without unreadable ones. */
  async list(ids?: readonly string[]): Promise<SentMail[]> {
    const mails: SentMail[] = [];
    for (const id of ids ?? (await this.ids())) {
      const mail = await this.find(id);
      if (mail) mails.push(mail);
    }
    return mails;
  }

  async find(id: string): Promise<SentMail | null> {
    if (!ID.test(id)) return null;
    try {
      return mailIn(await readFile(this.#file(id), 'utf8'));
    } catch (error) {
      if (UNREADABLE.has((error as NodeJS.ErrnoException).code ?? '')) return null;
      throw error;
    }
  }

  async forget(streams: readonly string[]): Promise<void> {
    for (const stream of streams) this.#forgotten.add(stream);
    const { keys } = await this.#indexed();
    // A mail that is being written now is removed once it is complete.
    await Promise.allSettled(keys.values());
    await this.#removeHalves();
    for (const id of await this.ids()) {
      const mail = await this.find(id);
      // An unreadable file may be about any stream.
      const isToGo = mail === null || (mail.about !== undefined && streams.includes(mail.about));
      if (isToGo) await rm(this.#file(id), { recursive: true, force: true });
    }
  }

  #indexed(): Promise<Index> {
    this.#index ??= this.#readIndex().catch((error: unknown) => {
      this.#index = null;
      throw error;
    });
    return this.#index;
  }

  /** Removes incomplete mails: each is written again under another number, if at all. */
  async #removeHalves(): Promise<void> {
    const halves = (await this.#names()).filter((name) => HALF.test(name) && !this.#writing.has(name));
    for (const name of halves) await rm(join(this.#folder, name), { recursive: true, force: true });
  }

  async #readIndex(): Promise<Index> {
    await mkdir(this.#folder, { recursive: true });
    await this.#removeHalves();
    const ids = await this.ids();
    return {
      last: Number(ids.at(-1)?.slice(0, 8) ?? 0),
      keys: new Map(ids.map((id) => [id.slice(9), Promise.resolve()])),
    };
  }

  /** Writes a mail atomically: to a temporary file, which is then renamed. */
  async #write(id: string, { about, to, subject, html, text, attachments = [] }: Mail): Promise<void> {
    const at = new Date(this.#clock.now()).toISOString();
    const from = fromHeader(this.#sender);
    const { replyTo } = this.#sender;
    const mail: SentMail = { id, about, at, to, from, replyTo, subject, html, text, attachments };
    // The folder may have been removed while the site runs.
    await mkdir(this.#folder, { recursive: true });
    const half = `${id}.json.new`;
    this.#writing.add(half);
    try {
      await this.#put(join(this.#folder, half), mail);
    } finally {
      this.#writing.delete(half);
    }
  }

  /** Writes the temporary file; removes it when the disk is full, because an incomplete file does not say whose mail it is. */
  async #put(half: string, mail: SentMail): Promise<void> {
    try {
      await writeFile(half, JSON.stringify(mail, null, 2));
      if (this.#forgotten.has(mail.about ?? '')) await rm(half);
      else await rename(half, this.#file(mail.id));
    } catch (error) {
      // A file that remains is removed when the next person is forgotten.
      await rm(half, { recursive: true, force: true }).catch(() => {});
      throw error;
    }
  }

  #file(id: string): string {
    return join(this.#folder, `${id}.json`);
  }
}
