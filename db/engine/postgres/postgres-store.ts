import { Client, type Pool } from 'pg';
import { type Fact, type Recorded, type Stream, fold } from '#events/event.ts';
import type { DomainEvent } from '#events/registry.ts';
import { Rejected } from '#shared/calls/refusals.ts';
import type { Change, Committed, GuardedWrite, IdempotentCommand, Streams } from '../../change.ts';
import { FatalError } from '../../fatal-error.ts';
import { REBUILD_JOB } from '../../jobs.ts';
import { decode } from '../../log/codec.ts';
import { type Head, chainHash } from '../../log/hash-chain.ts';
import type { CommitListener, Store, StoreOptions } from '../../store.ts';
import type { Queries } from '../../tables.ts';
import { type EventRow, bodyHash } from './batch-rows.ts';
import { CHANNEL, Committer } from './committer.ts';
import { connectionConfig } from './connection.ts';
import { isUnavailable } from './unavailable.ts';
import { readAfter, revealRows } from './log.ts';
import type { PreparedDatabase } from './prepare.ts';
import { Projections } from './projections.ts';
import { openQueries } from './queries.ts';
import { damagedAt, verifyLog } from './verify.ts';

const LOOK_MS = 1000;

const PAGE_EVENTS = 1000;

/** Longer than any job takes, in milliseconds. After that, another machine repeats it with the same idempotency key. */
const LEASE_MS = 10 * 60_000;

/** The database's clock, because those of machines differ. In milliseconds. */
const NOW = '(extract(epoch FROM now()) * 1000)::bigint';

/** A change that records no event. */
const NOTHING = { streams: {}, decide: () => ({}), cause: { correlation: '' } };

type PostgresOptions = Omit<StoreOptions, 'folder' | 'mayLoseCommits' | 'url'>;

/** A database that any number of machines use at once. */
export class PostgresStore implements Store {
  readonly db: Queries;
  readonly checkedEvents = 0;
  readonly #pool: Pool;
  readonly #committer: Committer;
  readonly #projections: Projections;
  readonly #url: string;
  readonly #secret: string;
  readonly #report: (message: string, detail: unknown) => void;
  readonly #listeners = new Set<CommitListener>();
  /** The end of the log that the listeners know. */
  #known: Head;
  #position: number;
  #refusal: string | null = null;
  /** Why nothing can be written until another release starts. */
  #fault: string | null = null;
  #isLooking = false;
  #looksAgain = false;
  readonly #looking: NodeJS.Timeout;
  #hearing: Client | null = null;

  constructor({ url, pool, build, suffix, secret, head }: PreparedDatabase, options: PostgresOptions) {
    const { now, jobSources = [], report = () => {} } = options;
    this.#pool = pool;
    this.#url = url;
    this.#secret = secret;
    this.#report = report;
    this.#known = head;
    this.#position = head.position;
    const onStale = () => void this.change({ ...NOTHING, newJobs: [{ ...REBUILD_JOB, due: now() }] }).catch(() => {});
    const projections = new Projections({ pool, build, report, onStale }, suffix);
    this.#projections = projections;
    this.db = openQueries(pool, projections);
    this.#committer = new Committer({
      pool,
      projections,
      jobSources,
      now,
      secret,
      head,
      onFailure: (error) => this.handleStorageError(error),
      onCommit: (...commit) => this.#afterCommit(...commit),
    });
    this.#looking = setInterval(() => void this.#look(), LOOK_MS).unref();
    void this.#look();
  }

  get head(): Head {
    return this.#known;
  }

  get position(): number {
    return this.#position;
  }

  get writeRefusal(): string | null {
    return this.#fault ?? this.#refusal;
  }

  change<S extends Streams>(change: Change<S>): Promise<Committed> {
    return this.#committer.change(change);
  }

  async write(writes: readonly GuardedWrite[]): Promise<void> {
    await this.change({ ...NOTHING, writes: () => writes });
  }

  async earlierAnswer({ key, body }: IdempotentCommand): Promise<{ readonly answer: unknown } | null> {
    const text = 'SELECT body, answer FROM idempotency WHERE key = $1';
    const { rows } = await this.#pool.query<{ body: string; answer: string }>(text, [key]);
    const [known] = rows;
    if (!known) return null;
    if (known.body !== bodyHash(this.#secret, body)) throw new Rejected('key-reused');
    return { answer: JSON.parse(known.answer) };
  }

  async stateOf<State, Event extends Fact>({ name, type }: Stream<State, Event>): Promise<State> {
    const events = (await this.#rowsOf(name)).map(decode);
    return fold(type, events as unknown as Event[]);
  }

  async #rowsOf(stream: string): Promise<EventRow[]> {
    const text = 'SELECT * FROM events WHERE stream = $1 ORDER BY revision';
    return (await this.#pool.query<EventRow>(text, [stream])).rows;
  }

  async eventsOf<Event extends DomainEvent>(
    { name }: Stream<unknown, Event>,
    revisions?: readonly number[],
  ): Promise<Recorded<Event>[]> {
    const rows = await this.#rowsOf(name);
    const asked = revisions?.map((revision) => {
      const row = rows[revision - 1];
      if (!row) throw new Error(`${name} has no event of revision ${revision}`);
      return row;
    });
    const events = await revealRows(this.#pool, asked ?? rows);
    return events as unknown as Recorded<Event>[];
  }

  async eventAt(position: number): Promise<Recorded<DomainEvent>> {
    const [event] = await revealRows(this.#pool, await readAfter(this.#pool, position - 1, 1));
    if (event?.position !== position) throw new Error(`the log has no event at position ${position}`);
    return event;
  }

  async verify(signal: AbortSignal): Promise<Head | null> {
    const checked = await verifyLog(this.#pool, { signal });
    if (!checked) return null;
    const { bad, events: position, head: hash } = checked;
    if (!bad) return { position, hash };
    throw damagedAt(bad);
  }

  async lease(job: number): Promise<number | null> {
    const free = `SELECT id FROM jobs WHERE id = $1 AND state = 'waiting' AND leased_until <= ${NOW} FOR UPDATE SKIP LOCKED`;
    const text = `UPDATE jobs SET leased_until = ${NOW} + ${LEASE_MS} WHERE id IN (${free}) RETURNING leased_until`;
    const { rows } = await this.#pool.query<{ leased_until: number }>(text, [job]);
    return rows[0]?.leased_until ?? null;
  }

  async endLease(job: number, leasedUntil: number): Promise<void> {
    await this.#pool.query('UPDATE jobs SET leased_until = 0 WHERE id = $1 AND leased_until = $2', [job, leasedUntil]);
  }

  rebuild(signal: AbortSignal): Promise<boolean> {
    return this.#projections.rebuild(signal);
  }

  handleStorageError(error: unknown): void {
    if (error instanceof FatalError) this.#report('database not usable', (this.#fault = error.message));
    else if (isUnavailable(error)) this.#noteRefusal(`PostgreSQL cannot be used: ${(error as Error).message}`);
  }

  #noteRefusal(refusal: string | null): void {
    const hasChanged = (refusal === null) !== (this.#refusal === null);
    this.#refusal = refusal;
    if (hasChanged) this.#report(refusal === null ? 'writes accepted again' : 'writes refused', refusal);
  }

  onCommit(listener: CommitListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    clearInterval(this.#looking);
    await this.#committer.settled();
    await this.#hearing?.end().catch(() => {});
    await this.#pool.end();
  }

  #afterCommit(events: readonly Recorded<DomainEvent>[], mayHaveDueJobs: boolean, before: Head): void {
    this.#noteRefusal(null);
    const { head } = this.#committer;
    this.#position = head.position;
    const isNext = before.hash === this.#known.hash;
    if (isNext) this.#known = head;
    // These events come with those of other machines before them.
    else void this.#look();
    if (isNext || events.length === 0) this.#tell(events, mayHaveDueJobs);
  }

  #tell(...commit: Parameters<CommitListener>): void {
    for (const listener of this.#listeners)
      try {
        listener(...commit);
      } catch (error) {
        this.#report('commit listener failed', error);
      }
  }

  /** Tells the listeners what other machines committed. Also called when no notification came: a connection may be lost unnoticed. */
  async #look(): Promise<void> {
    this.#looksAgain = true;
    if (this.#isLooking) return;
    this.#isLooking = true;
    try {
      while (this.#looksAgain) {
        this.#looksAgain = false;
        await this.#followLog();
      }
      if (this.#refusal !== null) await this.#committer.tryToWrite();
      this.#noteRefusal(null);
      if (!this.#hearing) await this.#hear();
    } catch (error) {
      void this.#hearing?.end().catch(() => {});
      this.#hearing = null;
      this.handleStorageError(error);
    } finally {
      this.#isLooking = false;
    }
  }

  async #followLog(): Promise<void> {
    const known = this.#known;
    // On the connection for notifications, because it may be lost unnoticed.
    const head = await this.#projections.look(this.#hearing ?? this.#pool);
    if (head.hash === known.hash) return;
    const rows = head.position > known.position ? await readAfter(this.#pool, known.position, PAGE_EVENTS) : [];
    const events = await revealRows(this.#pool, rows);
    this.#looksAgain = true;
    // A change of this machine was committed meanwhile.
    if (this.#known !== known) return;
    const isSameHistory = rows[0] !== undefined && chainHash(known.hash, rows[0]) === rows[0].hash;
    const { position, hash } = isSameHistory ? rows.at(-1)! : head;
    this.#known = { position, hash };
    this.#position = Math.max(position, isSameHistory ? this.#position : 0);
    this.#tell(isSameHistory ? events : [], true, !isSameHistory);
  }

  /** Listens to notifications of other machines, on a connection of its own. */
  async #hear(): Promise<void> {
    const client = new Client({ ...connectionConfig(this.#url), application_name: CHANNEL });
    const end = () => {
      if (this.#hearing === client) this.#hearing = null;
    };
    client.on('error', end);
    client.on('end', end);
    client.on('notification', () => void this.#look());
    try {
      await client.connect();
      await client.query(`LISTEN ${CHANNEL}`);
      this.#hearing = client;
    } catch (error) {
      this.handleStorageError(error);
    }
  }
}
