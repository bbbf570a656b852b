import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, onTestFinished, vi } from 'vitest';
import type { Availability, Slot } from '#shared/booking/availability.ts';
import type { BookingDetails } from '#shared/booking/booking-details.ts';
import { type CivilDate, addDays } from '#shared/civil-date.ts';
import { rpcPath } from '#shared/calls/rpc.ts';
import { sessionTypeOf } from '#shared/booking/session-type.ts';
import { PRICE_CENTS } from '#tests/amounts.ts';
import { type Visitor, type EngineVisitor, type Launch, type Visit, launch, visit } from './browser.ts';
import { type RunningServer, startServer } from './server.ts';
import { PATIENCE_MS } from '#tests/patience.ts';

export interface SentMail {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

/** Chromium's console message about a response with an error status. */
const STATUS_MESSAGE = /^Failed to load resource: the server responded with a status of (?:4\d\d|503)/;

/** Time for jobs to finish, retries included. */
const JOB_PATIENCE = { timeout: PATIENCE_MS, interval: 50 };

/** Details of a customer whose booking no test reads. */
const ANY_CUSTOMER = {
  area: 'Ventura',
  tasks: [],
  address: '1 Main Street',
  name: 'Someone Else',
  email: 'someone@example.com',
  phone: '805 555 0199',
  notes: '',
} as const;

/** The request of the booking form. */
export function holdRequest(slot: Slot, details: Partial<BookingDetails> = {}): object {
  const service = sessionTypeOf(slot.claim);
  const key = crypto.randomUUID();
  return { ...ANY_CUSTOMER, ...details, ...slot, service, price: PRICE_CENTS[service], key };
}

/** The mails that a server stores instead of sending them. Reads each file once: the page of the mailbox reads all of them at each request. */
export class MailFolder {
  readonly #read = new Map<string, SentMail>();

  /** Oldest first. */
  async list(dataFolder: string): Promise<SentMail[]> {
    const files = globSync(join(dataFolder, 'mailbox/*.json')).toSorted();
    for (const file of files.filter((each) => !this.#read.has(each))) {
      // Null: it was about a person who is forgotten meanwhile.
      const json = await readFile(file, 'utf8').catch(() => null);
      if (json !== null) this.#read.set(file, JSON.parse(json) as SentMail);
    }
    return files.flatMap((file) => this.#read.get(file) ?? []);
  }
}

/** A server with an empty log, and a browser for its visitors. */
export class Shop {
  #server: RunningServer | null = null;
  #browser: Browser | null = null;
  readonly #mailbox = new MailFolder();

  get origin(): string {
    if (!this.#server) throw new Error('the shop is not open yet');
    return this.#server.origin;
  }

  /** Rate limits are widened by default, because all visitors of a test come from one address. */
  async open(
    options: Launch = {},
    environment: Readonly<Record<string, string>> = { RATE_LIMIT: '100' },
  ): Promise<void> {
    const server = startServer({ LOG_LEVEL: 'warn', ...environment });
    [this.#server, this.#browser] = await Promise.all([server, launch(options)]);
    await this.toEarlyMorning();
  }

  /** Ends the server, and starts one with other settings on the folder that they name. */
  async restart(environment: Readonly<Record<string, string>>): Promise<void> {
    await this.#server?.stop();
    this.#server = await startServer({ LOG_LEVEL: 'warn', ...environment });
  }

  async close(): Promise<void> {
    await this.#browser?.close();
    await this.#server?.stop();
  }

  /** Opens a browser that is closed after the test, or with the shop. */
  async visit(options: Visit = {}, { staysOpen = false } = {}): Promise<Visitor> {
    if (!this.#browser) throw new Error('the shop is not open yet');
    const visitor = await visit(this.#browser, this.origin, options);
    if (!staysOpen) this.closeAfterTest(visitor);
    return visitor;
  }

  /** Closes the visitor's browser after the test. Console errors and warnings fail it. */
  closeAfterTest(visitor: EngineVisitor, { staysOpen = false } = {}): void {
    onTestFinished(async ({ task }) => {
      if (task.result?.state === 'fail') process.stderr.write(await this.#describePage(visitor));
      if (!staysOpen) await visitor.context.close();
      const complaints = visitor.complaints.splice(0).filter((complaint) => !STATUS_MESSAGE.test(complaint));
      assert.deepEqual(complaints, []);
    });
  }

  /** The page's text and the server's output, for the report of a failed test. */
  async #describePage({ page }: EngineVisitor): Promise<string> {
    const words = await page.locator('body').innerText({ timeout: 1000 }).catch(String);
    const address = await page
      .locator('body')
      .evaluate(({ baseURI }) => baseURI)
      .catch(String);
    return `the visitor is at ${address} and reads:\n${words}\n\nthe server printed:\n${this.#server?.output()}\n`;
  }

  /** A request like those of the site's own pages, sent without a browser. Redirects are not followed. */
  fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    if (!headers.has('origin')) headers.set('origin', this.origin);
    return fetch(this.origin + path, { redirect: 'manual', ...init, headers });
  }

  async today(): Promise<CivilDate> {
    const response = await this.fetch(rpcPath('availability'));
    return ((await response.json()) as Availability).today;
  }

  /** A date with free changes: `after` days after the day after tomorrow. */
  async day(after: number): Promise<CivilDate> {
    return addDays(await this.today(), 2 + after);
  }

  /** Sends a booking the way a page with scripts does. */
  hold(slot: Slot, details: Partial<BookingDetails> = {}): Promise<Response> {
    return this.fetch(rpcPath('hold'), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(holdRequest(slot, details)),
    });
  }

  /** Holds the slot as soon as it is free, as a visitor who begins to pay. */
  async holdAsOtherVisitor(slot: Slot): Promise<void> {
    await vi.waitFor(async () => assert.equal((await this.hold(slot)).status, 200), {
      timeout: PATIENCE_MS,
      interval: 10,
    });
  }

  /** Moves the shop's clock ahead. */
  async passMinutes(minutes: number): Promise<void> {
    const body = new URLSearchParams({ advance: String(minutes * 60_000) });
    const response = await this.fetch('/dev/clock', { method: 'POST', body });
    assert.equal(response.status, 303);
  }

  /** Minutes to midnight by the business's clock, in its zone. */
  async minutesToMidnight(): Promise<number> {
    const response = await this.fetch('/dev/clock', { headers: { accept: 'application/json' } });
    const { now } = (await response.json()) as { now: number };
    const there = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO('America/Los_Angeles');
    return Math.floor(there.until(there.startOfDay().add({ days: 1 })).total('minutes'));
  }

  /** Moves the clock to an hour before midnight, so that a page opened now is still open on the next day. */
  async toLateEvening(): Promise<void> {
    const minutes = (await this.minutesToMidnight()) - 60;
    if (minutes > 0) await this.passMinutes(minutes);
  }

  async toNextDay(): Promise<void> {
    await this.passMinutes((await this.minutesToMidnight()) + 1);
  }

  /**
   * Moves the clock to an hour after midnight. Each test starts then, so that it does not depend on the time of its run: the whole day
   * can be booked for four hours.
   */
  async toEarlyMorning(): Promise<void> {
    await this.passMinutes((await this.minutesToMidnight()) + 60);
  }

  mails(): Promise<SentMail[]> {
    if (!this.#server) throw new Error('the shop is not open yet');
    return this.#mailbox.list(this.#server.folder);
  }

  /** The only mail to this address with this in its subject, as soon as it has been sent. */
  async mail(to: string, subject: RegExp): Promise<SentMail> {
    const find = async () => {
      const found = (await this.mails()).filter((mail) => mail.to === to && subject.test(mail.subject));
      const [mail] = found;
      if (!mail || found.length > 1) throw new Error(`${found.length} mails to ${to} are about ${subject}`);
      return mail;
    };
    return vi.waitFor(find, JOB_PATIENCE);
  }
}

/** A shop that is open while the tests of the file run. */
export function openShop(options: Launch = {}, environment?: Readonly<Record<string, string>>): Shop {
  const shop = new Shop();
  beforeAll(() => shop.open(options, environment));
  afterAll(() => shop.close());
  return shop;
}

export const OWNER = 'hello@halfday.example';
