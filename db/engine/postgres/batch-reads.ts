import type { LRUCache } from 'lru-cache';
import { fold } from '#events/event.ts';
import type { Committable, StreamState } from '../../batch.ts';
import type { Change, Streams } from '../../change.ts';
import { type Job, canUpdate } from '../../jobs.ts';
import { decode } from '../../log/codec.ts';
import type { EventRow } from '../../log/hash-chain.ts';
import type { Tables } from '../../tables.ts';
import type { Idempotency } from '../idempotency.ts';
import type { Connection } from './connection.ts';

type DecisionReads = Pick<Committable, 'stateOf' | 'answerTo' | 'canUpdate'>;

/** Reads what the decisions of a batch need beside the states that are known, under the lock and with one round trip. */
export async function readForBatch(
  connection: Connection,
  changes: readonly Change<Streams>[],
  states: LRUCache<string, StreamState>,
  idempotency: Idempotency,
): Promise<DecisionReads> {
  const streams = changes.flatMap((change) => Object.values(change.streams)).filter(({ isNew }) => !isNew);
  // Copied first: the cache may evict a state during the reads.
  const loaded = new Map(streams.map(({ name }) => [name, states.get(name)]));
  const read = async <Row extends object>(text: string, values: readonly unknown[]) =>
    values.length === 0 ? [] : (await connection.query<Row>(text, [values])).rows;
  const [events, answers, jobs] = await Promise.all([
    read<EventRow>(
      'SELECT * FROM events WHERE stream = ANY($1) ORDER BY stream, revision',
      [...loaded.keys()].filter((name) => !loaded.get(name)),
    ),
    read<Tables['idempotency']>(
      'SELECT * FROM idempotency WHERE key = ANY($1)',
      changes.flatMap(({ once }) => once?.key ?? []),
    ),
    read<Pick<Job, 'id' | 'state' | 'due' | 'leasedUntil'>>(
      'SELECT id, state, due, leased_until AS "leasedUntil" FROM jobs WHERE id = ANY($1) FOR UPDATE',
      changes.flatMap(({ updateJob }) => updateJob?.id ?? []),
    ),
  ]);
  const rows = Map.groupBy(events, ({ stream }) => stream);
  for (const { name, type } of streams) {
    const own = rows.get(name) ?? [];
    const state = loaded.get(name) ?? { state: fold(type, own.map(decode)), revision: own.length };
    loaded.set(name, state);
    states.set(name, state);
  }
  return {
    stateOf: ({ name }) => loaded.get(name)!,
    answerTo: (once) =>
      idempotency.answerIn(
        answers.find(({ key }) => key === once.key),
        once,
      ),
    canUpdate: (update) =>
      canUpdate(
        jobs.find(({ id }) => id === update.id),
        update,
      ),
  };
}
