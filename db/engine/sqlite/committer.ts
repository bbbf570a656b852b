import { type Fact, type Recorded, type Stream, fold } from '#events/event.ts';
import type { DomainEvent } from '#events/registry.ts';
import type { StreamState } from '../../batch.ts';
import type { Change, IdempotentCommand, Streams } from '../../change.ts';
import { type Job, canUpdate } from '../../jobs.ts';
import { decode } from '../../log/codec.ts';
import type { PersonalData } from '../../log/personal-data.ts';
import type { Tables } from '../../tables.ts';
import { writesOf } from '../batch-writes.ts';
import { Committer, type CommitterParts, type CommittedTransaction } from '../committer.ts';
import type { Write } from '../write.ts';
import { EventLog } from './event-log.ts';
import { type SqliteDatabase, isBroken, isLockedByOther, runSqliteWrites } from './sqlite.ts';

interface Parts extends CommitterParts {
  readonly db: SqliteDatabase;
  readonly personalData: PersonalData;
  readonly project: (events: readonly Recorded<DomainEvent>[]) => readonly Write[];
}

export class SqliteCommitter extends Committer {
  readonly #parts: Parts;
  readonly #writeTogether;
  readonly #log: EventLog;
  readonly #answer;
  readonly #job;
  #broken: unknown = null;

  constructor(parts: Parts) {
    const { db } = parts;
    const log = new EventLog(db);
    const secret = db.prepare<[], Buffer>(`SELECT secret FROM secrets WHERE name = 'idempotency'`).pluck().get()!;
    super(parts, log.head(), secret);
    this.#parts = parts;
    this.#writeTogether = db.transaction((changes: readonly Change<Streams>[]) => this.#decideAndWrite(changes));
    this.#log = log;
    this.#answer = db.prepare<[string], Tables['idempotency']>('SELECT * FROM idempotency WHERE key = ?');
    this.#job = db.prepare<[number], Pick<Job, 'state' | 'due' | 'leasedUntil'>>(
      'SELECT state, due, leased_until AS leasedUntil FROM jobs WHERE id = ?',
    );
  }

  earlierAnswer(once: IdempotentCommand): { readonly answer: unknown } | null {
    return this.idempotency.answerIn(this.#answer.get(once.key), once);
  }

  load({ name, type }: Stream<unknown, Fact>): StreamState {
    const known = this.states.get(name);
    if (known) return known;
    const events = this.#log.readStream(name).map(decode);
    const loaded = { state: fold(type, events), revision: events.length };
    this.states.set(name, loaded);
    return loaded;
  }

  protected async commit(changes: readonly Change<Streams>[]): Promise<CommittedTransaction> {
    if (this.#broken !== null) throw this.#broken;
    try {
      return this.#writeTogether.immediate(changes);
    } catch (error) {
      if (isBroken(error)) this.#broken = error;
      throw error;
    }
  }

  #decideAndWrite(changes: readonly Change<Streams>[]): CommittedTransaction {
    const { db, personalData, now, project } = this.#parts;
    const { head: before, idempotency } = this;
    const at = now();
    const batch = this.decide(changes, at, {
      stateOf: (stream) => this.load(stream),
      answerTo: (once) => this.earlierAnswer(once),
      canUpdate: (update) => canUpdate(this.#job.get(update.id), update),
    });
    for (const outcome of batch.outcomes) if ('error' in outcome && isBroken(outcome.error)) throw outcome.error;
    const folded = project(batch.events);
    const { writes, head } = writesOf(batch, { head: before, at, personalData, idempotency, folded });
    runSqliteWrites(db, writes);
    return { batch, before, head };
  }

  protected failsEveryChange(error: unknown): boolean {
    // Each would wait for the same lock.
    return isBroken(error) || isLockedByOther(error);
  }
}
