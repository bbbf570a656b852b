import type { Store } from '#db/store.ts';
import type { DomainEvent } from '#events/registry.ts';

/** An event of a worker that forgets persons. */
interface Handled {
  /** The name of the worker's checkpoint. */
  readonly worker: string;
  readonly type: DomainEvent['type'];
  readonly position: number;
}

/**
 * Whether the worker has yet to handle a later event of the type. Cleaning the files takes long: of many persons who are forgotten
 * together, the last one cleans them for all.
 */
export function areMoreToCome(
  store: Pick<Store, 'checkpoints' | 'placesOf'>,
  { worker, type, position }: Handled,
): boolean {
  // An event that was postponed is handled after later ones.
  const reached = Math.max(position, store.checkpoints.get(worker));
  return store.placesOf([type])(reached, 1).length > 0;
}
