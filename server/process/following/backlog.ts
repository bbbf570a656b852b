import type { Store } from '#db/store.ts';
import type { Follower } from './follower.ts';

/** The most events that are counted. */
const MOST = 10_000;

/** Events that a follower has not handled yet. */
export interface Backlog {
  /** Their number, 10,000 at most. */
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
  const unread = store.placesOf(types)(store.checkpoints.get(name), MOST);
  const waiting = Math.min(MOST, (postponed?.all ?? 0) + unread.length);
  if (postponed) return { waiting, first: { position: postponed.position, failures: postponed.attempts } };
  const [next] = unread;
  return { waiting, first: next ? { position: next.position, failures: 0 } : null };
}
