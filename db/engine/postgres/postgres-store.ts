import { Client, type Pool } from 'pg';
import { type Fact, type Stream, fold } from '#events/event.ts';
import type { IdempotentCommand } from '../../change.ts';
import { FatalError } from '../../fatal-error.ts';
import { decode } from '../../log/codec.ts';
import { type EventRow, type Head, chainHash } from '../../log/hash-chain.ts';
import type { CheckedLog } from '../../log/verify.ts';
import { PROJECTIONS_BUILD } from '../../projections/projections-build.ts';
import type { CommitListener, StoreOptions } from '../../store.ts';
import type { Queries, Tables } from '../../tables.ts';
import { LogStore } from '../log-store.ts';
import { CHANNEL, PostgresCommitter } from './committer.ts';
import { connectTo, connectionConfig } from './connection.ts';
import { PAGE_SIZE, checkRecentEvents, checkedLog, readAfter, revealRows } from './log.ts';
import { PostgresProjections } from './projections.ts';
import { openQueries } from './queries.ts';
import { migratePostgres } from './schema.ts';
import { isUnavailable } from './unavailable.ts';

/** `inspect` finds running servers by this connection name. */
export const APPLICATION_NAME = 'halfday';

const POLL_MS = 1000;

/** Longer than any job takes. After that, another machine repeats it with the same idempotency key. */
const LEASE_MS = 10 * 60_000;

/** In milliseconds; the database's clock, because those of machines differ. */
const DATABASE_NOW = '(extract(epoch FROM now()) * 1000)::bigint';

export type PreparedDatabase = Awaited<ReturnType<typeof prepareDatabase>>;

/** Creates missing tables, brings them up to the end of the log, and checks the last events. */
export async function prepareDatabase(
  url: string,
  { withSandbox = false, report = () => {} }: Pick<StoreOptions, 'withSandbox' | 'report'>,
  build = PROJECTIONS_BUILD,
) {
  const pool = await connectTo(url);
  try {
    await migratePostgres(url, { withSandbox });
    const projections = new PostgresProjections({ pool, build, report });
    await projections.open();
    const secrets = await pool.query<{ secret: Buffer }>(`SELECT secret FROM secrets WHERE name = 'idempotency'`);
    return { url, pool, projections, secret: secrets.rows[0]!.secret, ...(await checkRecentEvents(pool)) };
  } catch (error) {
    await pool.end();
    throw error;
  }
}

export class PostgresStore extends LogStore {
  readonly db: Queries;
  position: number;
  readonly checkedEvents: number;
  protected readonly log: CheckedLog;
  readonly #pool: Pool;
  protected readonly committer: PostgresCommitter;
  protected readonly projections: PostgresProjections;
  readonly #url: string;
  #announcedHead: Head;
  #isStale = false;
  #isPolling = false;
  #mustPollAgain = false;
  readonly #pollTimer: NodeJS.Timeout;
  #listener: Client | null = null;

  constructor(
    { url, pool, projections, secret, head, checkedCount }: PreparedDatabase,
    options: Omit<StoreOptions, 'folder'>,
  ) {
    super(options);
    const { now, jobSources = [], onBatch } = options;
    this.checkedEvents = checkedCount;
    this.#pool = pool;
    this.log = checkedLog(pool);
    this.#url = url;
    this.#announcedHead = head;
    this.position = head.position;
    this.projections = projections;
    this.db = openQueries(pool, projections);
    const onFailure = (error: unknown) => this.handleStorageError(error);
    const onCommit = (commit: Parameters<CommitListener>, before: Head) => this.#afterCommit(commit, before);
    const parts = { pool, projections, jobSources, now, onBatch, onFailure, onCommit };
    this.committer = new PostgresCommitter(parts, head, secret);
    this.#pollTimer = setInterval(() => void this.#pollLog(), POLL_MS).unref();
    void this.#pollLog();
  }

  async earlierAnswer(once: IdempotentCommand): Promise<{ readonly answer: unknown } | null> {
    const text = 'SELECT * FROM idempotency WHERE key = $1';
    const { rows } = await this.#pool.query<Tables['idempotency']>(text, [once.key]);
    return this.committer.idempotency.answerIn(rows[0], once);
  }

  async stateOf<State, Event extends Fact>({ name, type }: Stream<State, Event>): Promise<State> {
    // Plain SQL: building this frequent query takes longer than running it.
    const text = 'SELECT * FROM events WHERE stream = $1 ORDER BY revision';
    const { rows } = await this.#pool.query<EventRow>(text, [name]);
    return fold(type, rows.map(decode) as unknown as Event[]);
  }

  async lease(job: number): Promise<number | null> {
    const free = `SELECT id FROM jobs WHERE id = $1 AND state = 'waiting' AND leased_until <= ${DATABASE_NOW} FOR UPDATE SKIP LOCKED`;
    const text = `UPDATE jobs SET leased_until = ${DATABASE_NOW} + ${LEASE_MS} WHERE id IN (${free}) RETURNING leased_until`;
    const { rows } = await this.#pool.query<{ leased_until: number }>(text, [job]);
    return rows[0]?.leased_until ?? null;
  }

  async endLease(job: number, leasedUntil: number): Promise<void> {
    await this.#pool.query('UPDATE jobs SET leased_until = 0 WHERE id = $1 AND leased_until = $2', [job, leasedUntil]);
  }

  handleStorageError(error: unknown): void {
    if (error instanceof FatalError) this.reportBroken(error);
    else if (isUnavailable(error)) this.setRefusal(`PostgreSQL cannot be used: ${(error as Error).message}`);
  }

  async close(): Promise<void> {
    clearInterval(this.#pollTimer);
    await this.committer.idle;
    await this.#listener?.end().catch(() => {});
    await this.#pool.end();
  }

  #afterCommit(commit: Parameters<CommitListener>, before: Head): void {
    this.setRefusal(null);
    const { head } = this.committer;
    this.position = head.position;
    // If another machine committed in between, the poll announces its commit, and this one a second time.
    if (before.hash === this.#announcedHead.hash) this.#announcedHead = head;
    else void this.#pollLog();
    this.announce(...commit);
  }

  /** Announces other machines' commits. Also called each second, because a lost connection may go unnoticed. */
  async #pollLog(): Promise<void> {
    this.#mustPollAgain = true;
    if (this.#isPolling) return;
    this.#isPolling = true;
    try {
      while (this.#mustPollAgain) {
        this.#mustPollAgain = false;
        await this.#followLog();
      }
      if (this.writeRefusal !== null) await this.committer.tryToWrite();
      this.setRefusal(null);
      if (!this.#listener) await this.#listen();
    } catch (error) {
      void this.#listener?.end().catch(() => {});
      this.#listener = null;
      this.handleStorageError(error);
    } finally {
      this.#isPolling = false;
    }
  }

  async #followLog(): Promise<void> {
    const known = this.#announcedHead;
    // Over the listening connection, which shows whether that still works.
    const connection = this.#listener ?? this.#pool;
    const following = this.projections.followLog(connection);
    // Of the pool's connections, another one could read the events before the head.
    if (!this.#listener) await following;
    const reading = readAfter(connection, known.position, PAGE_SIZE);
    const [{ isStale, ...head }, rows] = await Promise.all([following, reading]);
    if (isStale && !this.#isStale) this.requestRebuild();
    this.#isStale = isStale;
    if (head.hash === known.hash) return;
    const events = await revealRows(this.#pool, rows);
    this.#mustPollAgain = true;
    // A change of this machine was committed meanwhile.
    if (this.#announcedHead !== known) return;
    const continuesOurs = rows[0] !== undefined && chainHash(known.hash, rows[0]) === rows[0].hash;
    const { position, hash } = continuesOurs ? rows.at(-1)! : head;
    this.#announcedHead = { position, hash };
    this.position = Math.max(position, continuesOurs ? this.position : 0);
    this.announce(continuesOurs ? events : [], true, !continuesOurs);
  }

  async #listen(): Promise<void> {
    const client = new Client({ ...connectionConfig(this.#url), pipeline: true, application_name: APPLICATION_NAME });
    const end = () => {
      if (this.#listener === client) this.#listener = null;
    };
    client.on('error', end);
    client.on('end', end);
    client.on('notification', ({ payload }) => this.committer.isOwn(Number(payload)) || void this.#pollLog());
    await client.connect();
    await client.query(`LISTEN ${CHANNEL}`);
    this.#listener = client;
  }
}
