import type { Store } from '#db/store.ts';
import type { Follower } from './follower.ts';

/** Events that a follower has not handled yet. */
export interface Backlog {
  /** Their number. */
  readonly waiting: number;
  /** The earliest of them, with its failed attempts; null when there is none. */
  readonly first: { readonly position: number; readonly failures: number } | null;
}

/** Counts what a follower has not handled yet. */
export function backlogOf(
  store: Pick<Store, 'checkpoints' | 'placesOf'>,
  { name, types }: Pick<Follower<never>, 'name' | 'types'>,
): Backlog {
  const postponed = store.checkpoints.firstPostponed(name);
  const position = store.checkpoints.get(name);
  const waiting = (postponed?.all ?? 0) + store.checkpoints.countAfter(types, position);
  if (postponed) return { waiting, first: { position: postponed.position, failures: postponed.attempts } };
  const [next] = waiting === 0 ? [] : store.placesOf(types)(position, 1);
  return { waiting, first: next ? { position: next.position, failures: 0 } : null };
}
