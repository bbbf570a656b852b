import { Client, type Pool } from 'pg';
import { type Fact, type Recorded, type Stream, fold } from '#events/event.ts';
import type { DomainEvent } from '#events/registry.ts';
import { Rejected } from '#shared/calls/refusals.ts';
import type { Change, Committed, GuardedWrite, IdempotentCommand, Streams } from '../../change.ts';
import { FatalError } from '../../fatal-error.ts';
import { REBUILD_JOB } from '../../jobs.ts';
import { decode } from '../../log/codec.ts';
import { GENESIS, type Head, chainHash } from '../../log/hash-chain.ts';
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
import { withConnection } from './transaction.ts';

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
  /** The last position that the listeners know. */
  #seen: number;
  #refusal: string | null = null;
  #isLooking = false;
  readonly #looking: NodeJS.Timeout;
  #hearing: Client | null = null;

  constructor({ url, pool, suffix, secret, head }: PreparedDatabase, options: PostgresOptions) {
    const { now, jobSources = [], report = () => {} } = options;
    this.#pool = pool;
    this.#url = url;
    this.#secret = secret;
    this.#report = report;
    this.#seen = head.position;
    const onStale = () => void this.change({ ...NOTHING, newJobs: [{ ...REBUILD_JOB, due: now() }] }).catch(() => {});
    const projections = new Projections({ pool, report, onStale }, suffix);
    this.#projections = projections;
    this.db = openQueries(pool, () => projections.suffix);
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
    void this.#hear();
  }

  get head(): Head {
    return this.#committer.head;
  }

  get position(): number {
    return this.head.position;
  }

  get writeRefusal(): string | null {
    return this.#refusal;
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
    const events = await withConnection(this.#pool, (connection) => revealRows(connection, asked ?? rows));
    return events as unknown as Recorded<Event>[];
  }

  async eventAt(position: number): Promise<Recorded<DomainEvent>> {
    const [event] = await this.#eventsAfter(position - 1, 1);
    if (event?.position !== position) throw new Error(`the log has no event at position ${position}`);
    return event;
  }

  #eventsAfter(position: number, limit: number): Promise<Recorded<DomainEvent>[]> {
    return withConnection(this.#pool, async (connection) =>
      revealRows(connection, await readAfter(connection, position, limit)),
    );
  }

  async verify(signal: AbortSignal): Promise<Head | null> {
    let head: Head = { position: 0, hash: GENESIS };
    while (!signal.aborted) {
      const { position } = head;
      const rows = await withConnection(this.#pool, (connection) => readAfter(connection, position, PAGE_EVENTS));
      if (rows.length === 0) return head;
      for (const row of rows) {
        if (row.position !== head.position + 1 || chainHash(head.hash, row) !== row.hash)
          throw new FatalError(`The event log was altered at position ${row.position}. Restore it from a backup.`);
        head = { position: row.position, hash: row.hash };
      }
    }
    return null;
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
    if (isUnavailable(error)) this.#noteRefusal(`PostgreSQL cannot be used: ${(error as Error).message}`);
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

  #afterCommit(...[events, mayHaveDueJobs]: Parameters<CommitListener>): void {
    this.#noteRefusal(null);
    // Events of other machines before these come with the next look.
    const isNext = events[0]?.position === this.#seen + 1;
    if (isNext) this.#seen = events.at(-1)!.position;
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
    if (this.#isLooking) return;
    this.#isLooking = true;
    try {
      await this.#projections.refresh();
      for (;;) {
        const events = await this.#eventsAfter(this.#seen, PAGE_EVENTS);
        const fresh = events.filter(({ position }) => position > this.#seen);
        if (fresh.length === 0) break;
        this.#seen = fresh.at(-1)!.position;
        this.#tell(fresh, true);
      }
      this.#noteRefusal(null);
      if (!this.#hearing) await this.#hear();
    } catch (error) {
      this.handleStorageError(error);
    } finally {
      this.#isLooking = false;
    }
  }

  /** Listens to notifications of other machines, on a connection of its own. */
  async #hear(): Promise<void> {
    const client = new Client(connectionConfig(this.#url));
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
