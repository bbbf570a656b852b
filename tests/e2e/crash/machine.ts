import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { type BreakableConnection, proxyTo } from '../../db/breakable-connection.ts';
import { runSql } from '../../db/postgres.ts';
import { type RunningServer, startServer } from '../server.ts';

/** How often, in milliseconds, a machine is asked whether it can serve. */
const PROBE_MS = 100;

/** How often to stop a machine until it stops in a transaction, and how long its connections are watched each time, in milliseconds. */
const STOPS = 10;
const WATCHED_MS = 30;

/** One of several machines with one PostgreSQL database, and what can befall it. */
export class Machine {
  readonly #name: string;
  readonly #database: string;
  readonly #connection: Awaited<ReturnType<typeof proxyTo>>;
  readonly #settings: Readonly<Record<string, string>>;
  #server: RunningServer;

  private constructor(
    { name, database, settings }: { name: string; database: string; settings: Readonly<Record<string, string>> },
    connection: BreakableConnection & { readonly close: () => void },
    server: RunningServer,
  ) {
    this.#name = name;
    this.#database = database;
    this.#settings = settings;
    this.#connection = connection;
    this.#server = server;
  }

  static async start(name: string, database: string, settings: Readonly<Record<string, string>>): Promise<Machine> {
    const url = new URL(database);
    url.searchParams.set('application_name', name);
    const connection = await proxyTo(url.href);
    const own = { ...settings, DATABASE_URL: connection.url };
    return new Machine({ name, database, settings: own }, connection, await startServer(own));
  }

  get origin(): string {
    return this.#server.origin;
  }

  get output(): string {
    return this.#server.output();
  }

  /** Resolves once it can serve, or the signal aborts. */
  async whenReady(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      if (this.#server.process.exitCode !== null) throw new Error(`${this.#name} ended: ${this.output}`);
      const probe = fetch(`${this.origin}/readyz`, { signal: AbortSignal.timeout(10 * PROBE_MS) });
      if ((await probe.catch(() => null))?.ok) return;
      await pause(PROBE_MS);
    }
  }

  /** SIGKILL, and a start. */
  async kill(): Promise<void> {
    const gone = once(this.#server.process, 'exit');
    this.#server.process.kill('SIGKILL');
    await gone;
    // A start whose COMMIT is lost ends, and the platform starts the machine again. Here only the running server loses one.
    this.#connection.mend();
    this.#server = await startServer(this.#settings);
  }

  /** Stops the process for a while, inside a transaction if one of many attempts finds it in one. Returns whether it was. */
  async stop(milliseconds: number): Promise<boolean> {
    const { process } = this.#server;
    let isInside = false;
    for (let attempt = 0; attempt < STOPS && !isInside; attempt += 1) {
      process.kill('SIGCONT');
      await pause(Math.random() * WATCHED_MS);
      process.kill('SIGSTOP');
      await pause(WATCHED_MS);
      const inside = await runSql(this.#database, `SELECT 1 ${this.#connections} AND state = 'idle in transaction'`);
      isInside = inside.length > 0;
    }
    await pause(milliseconds);
    process.kill('SIGCONT');
    return isInside;
  }

  /** Cuts its connections to the database, and refuses others for a while. */
  async cut(milliseconds: number): Promise<void> {
    this.#connection.cut();
    await pause(milliseconds);
    this.#connection.mend();
  }

  /** The answer to its next COMMIT is lost. */
  loseCommit(): void {
    this.#connection.loseNextCommit();
  }

  /** PostgreSQL ends its connections. */
  async terminate(): Promise<void> {
    await runSql(this.#database, `SELECT pg_terminate_backend(pid) ${this.#connections}`);
  }

  get #connections(): string {
    return `FROM pg_stat_activity WHERE application_name = '${this.#name}'`;
  }

  /** SIGTERM. Resolves with the exit code. */
  async end(): Promise<number | null> {
    const code = await this.#server.stop();
    this.#connection.close();
    return code;
  }
}
