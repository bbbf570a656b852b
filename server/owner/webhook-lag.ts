import type { Store } from '#db/store.ts';
import { PUBLISHER } from '../bookings/workers/publisher.ts';
import { type Backlog, backlogOf } from '../process/following/backlog.ts';

/** What the publisher has not published yet. */
export interface WebhookLag extends Backlog {
  /** When the first of the events happened, in milliseconds; null when there is none. */
  readonly since: number | null;
}

export async function webhookLag(store: Pick<Store, 'checkpoints' | 'placesOf' | 'eventAt'>): Promise<WebhookLag> {
  const backlog = backlogOf(store, PUBLISHER);
  return { ...backlog, since: backlog.first && (await store.eventAt(backlog.first.position)).at };
}
