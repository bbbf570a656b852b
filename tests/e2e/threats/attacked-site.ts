/** The built site as strangers reach it, and its people. One server for all threats; each person has a network of their own. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { vi } from 'vitest';
import { loadConfig } from '#server/process/config.ts';
import type { Slot } from '#shared/booking/availability.ts';
import { PATIENCE_MS } from '#tests/patience.ts';
import { type Customer, customer } from '../account-page.ts';
import { inDays } from '../http-customer.ts';
import { type Proxy, ReachedSite } from '../proxies.ts';
import { MailFolder, type SentMail } from '../shop.ts';
import { type Answer, Visitor } from './visitor.ts';

/** The server's own secret, which no stranger knows. */
const COOKIE_SECRET = 'a secret of the threats, which no stranger knows';

/** What a test of a threat does to the site, which is reached in the same way as in production. */
export type Threat = (site: AttackedSite) => Promise<void>;
export type Threats = Readonly<Record<string, Threat>>;

export class AttackedSite extends ReachedSite {
  /** The secrets of the stand-ins, which are derived from the server's. */
  readonly config = loadConfig({ COOKIE_SECRET, DATA_FOLDER: '/nowhere' });
  /** The responses to registrations that were sent at once to the empty site. */
  registrations: readonly Answer[] = [];
  readonly #mailbox = new MailFolder();
  #owner: Visitor | null = null;
  readonly #shared = new Map<string, Promise<Visitor>>();
  #people = 0;
  #slots = 0;

  override async open(proxy: Proxy | null): Promise<void> {
    await super.open(proxy, { COOKIE_SECRET, LOG_LEVEL: 'info', TZ: 'Pacific/Kiritimati' });
    const first = Array.from({ length: 5 }, (_, index) => this.visitor(customer(`Owner ${index}`)));
    this.registrations = await Promise.all(first.map((each) => each.call('register', each.who)));
    this.#owner = first[this.registrations.findIndex(({ text: said }) => said.includes('"/app"'))] ?? null;
  }

  get owner(): Visitor {
    assert.ok(this.#owner);
    return this.#owner;
  }

  /** A person without cookies. */
  visitor(who?: Customer): Visitor {
    const number = ++this.#people;
    return new Visitor(this, who ?? customer(`Person ${number}`), `127.${1 + (number >> 8)}.${number & 255}.1`);
  }

  /** A person with a confirmed account, signed in. */
  async member(): Promise<Visitor> {
    const member = this.visitor();
    await member.done('register', member.who);
    const { text: words } = await this.mail(member.who.email, /^Confirm your email/);
    const token = /\/verify-email\?token=(\w+)/.exec(words)?.[1];
    await member.done('confirmEmail', { token, password: member.who.password });
    return member;
  }

  /**
   * A member in a new network, with an account that tests share, because each costs two passwords and a mail. Stays signed in, unless the test
   * signs in: one account may have few sessions.
   */
  async sharedMember(use: 'stays signed in' | 'signs in' = 'stays signed in'): Promise<Visitor> {
    const known = this.#shared.get(use) ?? this.member();
    this.#shared.set(use, known);
    const { who, cookies } = await known;
    const copy = this.visitor(who);
    for (const [name, value] of cookies) copy.cookies.set(name, value);
    return copy;
  }

  /** A slot that no other test holds. */
  slot(): Slot {
    const number = this.#slots++;
    return { date: inDays(4 + (number >> 1)), claim: number % 2 === 0 ? 'am' : 'pm' };
  }

  async mails(to: string): Promise<SentMail[]> {
    return (await this.#mailbox.list(this.folder)).filter((mail) => mail.to === to);
  }

  /** The newest mail to an address about this. */
  mail(to: string, subject: RegExp): Promise<SentMail> {
    const find = async () => {
      const found = (await this.mails(to)).findLast((mail) => subject.test(mail.subject));
      assert.ok(found, `no mail to ${to} is about ${subject}`);
      return found;
    };
    return vi.waitFor(find, { timeout: PATIENCE_MS, interval: 25 });
  }

  /** Rows of the running server's database, as a thief with a copy of the file reads them. */
  rows<Row>(sql: string): Row[] {
    const db = new Database(join(this.folder, 'halfday.db'), { readonly: true });
    try {
      return db.prepare<[], Row>(sql).all();
    } finally {
      db.close();
    }
  }

  /** Runs statements on the running server's database, which no other program should do. */
  write(...statements: readonly string[]): void {
    const db = new Database(join(this.folder, 'halfday.db'));
    for (const sql of statements) db.exec(sql);
    db.close();
  }

  /** The tables of a projection, whose names end with the build's. */
  tables(projection: string): string[] {
    const all = this.rows<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'table'");
    return all.map(({ name }) => name).filter((name) => name.startsWith(projection));
  }

  /** Names of the files in the data folder that contain any of these texts. */
  filesWith(texts: readonly string[]): string[] {
    const files = readdirSync(this.folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const paths = files.map(({ parentPath, name }) => join(parentPath, name));
    const found = paths.filter((path) => {
      const bytes = existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
      return texts.some((each) => bytes.includes(each));
    });
    return found.map((path) => path.slice(this.folder.length + 1));
  }

  /** How many events the server has recorded. */
  get position(): number {
    return this.rows<{ n: number }>('SELECT max(position) AS n FROM events')[0]?.n ?? 0;
  }

  /** Milliseconds since the epoch by the site's clock. */
  async now(): Promise<number> {
    const { text: json } = await this.ask('/dev/clock', { headers: { accept: 'application/json' } });
    return (JSON.parse(json) as { now: number }).now;
  }

  async passMinutes(minutes: number): Promise<void> {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const body = `advance=${minutes * 60_000}`;
    assert.equal((await this.ask('/dev/clock', { method: 'POST', headers, body })).status, 303);
  }

  /** Sends exactly these lines on a connection of its own. Resolves with all that the server says until it ends the connection. */
  async say(...lines: readonly (string | Buffer)[]): Promise<string> {
    const socket = this.connect();
    let heard = '';
    socket.on('data', (piece: Buffer) => (heard += piece.toString()));
    socket.cork();
    for (const [index, line] of lines.entries()) {
      if (index > 0) socket.write('\r\n');
      socket.write(line, 'latin1');
    }
    socket.uncork();
    await new Promise((resolve) => socket.once('close', resolve));
    return heard;
  }

  /** A request line and the headers that every request of the site's pages has. */
  head(method: string, path: string, host = new URL(this.publicUrl).host): string[] {
    return [`${method} ${path} HTTP/1.1`, `host: ${host}`, 'sec-fetch-site: same-origin', 'connection: close'];
  }
}
