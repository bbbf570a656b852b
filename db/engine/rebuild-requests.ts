/** How another process has the running server rebuild projections, and sees how far it is. */
import { join } from 'node:path';
import { type SqliteDatabase, openSqlite } from '../disk/sqlite.ts';
import { DATABASE_FILE } from '../schema.ts';
import { type ProjectionName, isProjectionName } from '../projections/index.ts';
import type { Projections } from './projections.ts';

export interface RebuildProgress {
  readonly state: 'asked' | 'running' | 'done' | 'failed';
  readonly position: number;
  /** The last position of the log when it began. */
  readonly head: number;
}

/** Shortest time between two notes of the progress, in milliseconds. */
const NOTED_EVERY_MS = 250;

interface Parts {
  readonly db: SqliteDatabase;
  readonly projections: Pick<Projections, 'rebuild'>;
  readonly report: (message: string, detail: unknown) => void;
}

/** Carries out what other processes have requested. */
export class RebuildRequests {
  readonly #db: SqliteDatabase;
  readonly #projections: Parts['projections'];
  readonly #closing = new AbortController();
  readonly #report: Parts['report'];
  #isRunning = false;

  constructor({ db, projections, report }: Parts) {
    this.#db = db;
    this.#projections = projections;
    this.#report = report;
  }

  /** Begins what is requested, unless a request is being carried out. */
  poll(head: number): void {
    if (this.#isRunning) return;
    const request = this.#db
      .prepare<[], { id: number; names: string }>(
        `SELECT id, names FROM rebuild_requests WHERE state IN ('asked', 'running') ORDER BY id LIMIT 1`,
      )
      .get();
    if (!request) return;
    this.#isRunning = true;
    this.#carryOut(request, head)
      .catch((error: unknown) => this.#report('requested rebuild failed', error))
      .finally(() => (this.#isRunning = false));
  }

  async #carryOut({ id, names }: { readonly id: number; readonly names: string }, head: number): Promise<void> {
    let notedAt = 0;
    const note = this.#db.prepare('UPDATE rebuild_requests SET state = ?, position = ?, head = ? WHERE id = ?');
    note.run('running', 0, head, id);
    const isDone = await this.#projections.rebuild(names.split(' ').filter(isProjectionName), {
      signal: this.#closing.signal,
      onStep(position) {
        if (performance.now() - notedAt < NOTED_EVERY_MS) return;
        notedAt = performance.now();
        note.run('running', position, head, id);
      },
    });
    if (!this.#closing.signal.aborted) note.run(isDone ? 'done' : 'failed', head, head, id);
  }

  close(): void {
    this.#closing.abort();
  }
}

/** A request to the server that writes to a folder. */
export class RebuildRequest {
  readonly #db: SqliteDatabase;
  readonly #id: number | bigint;

  constructor(folder: string, names: readonly ProjectionName[]) {
    this.#db = openSqlite(join(folder, DATABASE_FILE));
    this.#db.exec(`DELETE FROM rebuild_requests WHERE state IN ('done', 'failed')`);
    this.#id = this.#db
      .prepare(`INSERT INTO rebuild_requests (names, state, position, head) VALUES (?, 'asked', 0, 0)`)
      .run(names.join(' ')).lastInsertRowid;
  }

  progress(): RebuildProgress {
    return this.#db
      .prepare<[number | bigint], RebuildProgress>('SELECT state, position, head FROM rebuild_requests WHERE id = ?')
      .get(this.#id)!;
  }

  close(): void {
    this.#db.close();
  }
}
