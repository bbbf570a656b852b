import type { Batch } from '../batch.ts';
import { type Change, type Committed, type Streams, anyChange } from '../change.ts';
import type { CommitListener } from '../store.ts';

/** A requested change whose outcome isn't known yet. */
export interface Pending {
  readonly change: Change<Streams>;
  readonly resolve: (committed: Committed) => void;
  readonly reject: (reason: unknown) => void;
}

/** Adds a change to a queue. Resolves or rejects with its outcome. */
export function enqueue<S extends Streams>(queue: Pending[], change: Change<S>): Promise<Committed> {
  const { promise, resolve, reject } = Promise.withResolvers<Committed>();
  queue.push({ change: anyChange(change), resolve, reject });
  return promise;
}

export function rejectAll(pending: readonly Pending[], reason: unknown): void {
  for (const { reject } of pending) reject(reason);
}

/** Tells the listener of a committed batch, and then acknowledges its changes, also if the listener throws. */
export function acknowledge(
  pending: readonly Pending[],
  { events, jobUpdates, newJobs, outcomes }: Batch,
  now: number,
  onCommit: CommitListener,
): void {
  try {
    const mayHaveDueJobs = jobUpdates.length > 0 || newJobs.some(({ due }) => due <= now);
    if (events.length > 0 || jobUpdates.length > 0 || newJobs.length > 0) onCommit(events, mayHaveDueJobs);
  } finally {
    pending.forEach(({ resolve, reject }, index) => {
      const outcome = outcomes[index]!;
      if ('committed' in outcome) resolve(outcome.committed);
      else reject(outcome.error);
    });
  }
}
