import { hash } from 'node:crypto';
import { type Fact, type Recorded, type Stream, fold } from '#events/event.ts';
import type { DomainEvent } from '#events/registry.ts';
import { Rejected } from '#shared/calls/refusals.ts';
import type { Committable, StreamState } from '../../batch.ts';
import type { Change, IdempotentCommand, Streams } from '../../change.ts';
import type { Job, JobSource, JobUpdate } from '../../jobs.ts';
import { canUpdate, jobsCausedBy } from '../../jobs.ts';
import { decode } from '../../log/codec.ts';
import type { Tables } from '../../tables.ts';
import type { Connection } from './connection.ts';

export type EventRow = Tables['events'];

interface Found {
  readonly events: readonly EventRow[] | null;
  readonly answers: readonly { readonly key: string; readonly body: string; readonly answer: string }[] | null;
  readonly jobs: readonly Job[] | null;
}

const JOB_COLUMNS = `id, due, state, attempts, code, ended_at AS "endedAt", leased_until AS "leasedUntil",
  dismissed_by AS "dismissedBy", dismissed_at AS "dismissedAt", dismissed_reason AS "dismissedReason"`;

const ROWS = `SELECT
  (SELECT json_agg(row ORDER BY revision) FROM events AS row WHERE stream = ANY($1)) AS events,
  (SELECT json_agg(row) FROM idempotency AS row WHERE key = ANY($2)) AS answers,
  (SELECT json_agg(row) FROM (SELECT ${JOB_COLUMNS} FROM jobs WHERE id = ANY($3) FOR UPDATE) AS row) AS jobs`;

/** The hash of a request's content: a table of hashes alone doesn't let it be guessed. `secret` is hexadecimal. */
export function bodyHash(secret: string, body: string): string {
  return hash('sha256', secret + body);
}

/** What the decisions of a batch read, loaded with one query under the lock. */
export class BatchRows {
  readonly states: ReadonlyMap<string, StreamState>;
  readonly #answers: ReadonlyMap<string, { readonly body: string; readonly answer: string }>;
  readonly #jobs: ReadonlyMap<number, Job>;
  readonly #secret: string;

  private constructor({ answers, jobs }: Found, states: ReadonlyMap<string, StreamState>, secret: string) {
    this.states = states;
    this.#answers = new Map((answers ?? []).map((row) => [row.key, row]));
    this.#jobs = new Map((jobs ?? []).map((row) => [row.id, row]));
    this.#secret = secret;
  }

  static async load(
    connection: Connection,
    changes: readonly Change<Streams>[],
    known: ReadonlyMap<string, StreamState>,
    secret: string,
  ): Promise<BatchRows> {
    const streams = new Map<string, Stream<unknown, Fact>>();
    for (const change of changes)
      for (const stream of Object.values(change.streams)) if (!stream.isNew) streams.set(stream.name, stream);
    const unknown = [...streams.keys()].filter((name) => !known.has(name));
    const keys = changes.flatMap(({ once }) => (once ? [once.key] : []));
    const jobs = changes.flatMap(({ updateJob }) => (updateJob ? [updateJob.id] : []));
    const isNeeded = unknown.length + keys.length + jobs.length > 0;
    const found: Found = isNeeded
      ? (await connection.query<Found>(ROWS, [unknown, keys, jobs])).rows[0]!
      : { events: null, answers: null, jobs: null };
    const events = Map.groupBy(found.events ?? [], ({ stream }) => stream);
    const loaded = unknown.map((name) => {
      const rows = events.get(name) ?? [];
      return [name, { state: fold(streams.get(name)!.type, rows.map(decode)), revision: rows.length }] as const;
    });
    return new BatchRows(found, new Map([...known, ...loaded]), secret);
  }

  /** For `decideBatch`. */
  committable(position: number, now: number, jobSources: readonly JobSource[]): Committable {
    return {
      position,
      now,
      stateOf: ({ name }) => this.states.get(name)!,
      answerTo: (once) => this.#answerTo(once),
      canUpdate: (update) => canUpdate(this.#jobs.get(update.id), update),
      jobsOf: (event: Recorded<DomainEvent>) => jobsCausedBy(jobSources, event),
    };
  }

  #answerTo(once: IdempotentCommand): { readonly answer: unknown } | null {
    const known = this.#answers.get(once.key);
    if (!known) return null;
    if (known.body !== bodyHash(this.#secret, once.body)) throw new Rejected('key-reused');
    return { answer: JSON.parse(known.answer) };
  }

  /** The row of a job after an update. */
  updated({ id, set }: JobUpdate): object {
    const job = { ...this.#jobs.get(id)!, ...set };
    const { endedAt: ended_at, dismissedBy: dismissed_by, dismissedAt: dismissed_at, ...columns } = job;
    return { ...columns, ended_at, dismissed_by, dismissed_at, dismissed_reason: job.dismissedReason };
  }
}
