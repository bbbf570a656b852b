/** Webhook messages that were refused or that wait, and what the owner can do about them. */
import type { Cause } from '#db/change.ts';
import { hastenWebhook, retryWebhook, webhookStream } from '#events/webhook.ts';
import { Rejected } from '#shared/calls/refusals.ts';
import { attentionItem } from '#db/projections/attention.ts';
import type { LateWebhooks } from '#shared/owner/needs-attention.ts';
import type { BookingDependencies } from '../bookings/dependencies.ts';
import type { WatchedWebhooks } from '../outside/webhooks/watched-webhooks.ts';
import { webhookLag } from './webhook-lag.ts';

/** How long a message may wait before the owner is told, in milliseconds. */
const LATE_AFTER_MS = 5 * 60_000;

/** What the publisher could not publish for some minutes; null while messages go out. */
export async function lateWebhooks({
  store,
  clock,
  webhooks,
}: Pick<BookingDependencies, 'store' | 'clock'> & {
  readonly webhooks: Pick<WatchedWebhooks, 'failure'>;
}): Promise<LateWebhooks | null> {
  const { waiting, first, since } = await webhookLag(store);
  if (first === null || since === null || clock.now() - since < LATE_AFTER_MS) return null;
  return { waiting, since, failures: first.failures, reason: webhooks.failure ?? '' };
}

/** A command of an admin. */
interface ByAdmin {
  readonly by: string;
}

/**
 * Sends a refused message again, for the owner. Does nothing when it is on its way again already. Throws `Rejected` with
 * `already-settled` when it was published meanwhile, or is unknown.
 */
export async function sendWebhookAgain(
  { store }: Pick<BookingDependencies, 'store'>,
  { failure, by }: ByAdmin & { readonly failure: string },
  cause: Cause,
): Promise<void> {
  const row = await attentionItem(store.db, failure);
  if (row?.kind !== 'webhook' || row.event === null || row.open === 0) throw new Rejected('already-settled');
  const streams = { webhook: webhookStream(row.event) };
  await store.change({ streams, decide: (states) => retryWebhook(states, by), cause });
}

/** Has the first waiting message attempted at once. Throws `Rejected` with `already-settled` when none waits. */
export async function hastenWebhooks(
  { store }: Pick<BookingDependencies, 'store'>,
  { by }: ByAdmin,
  cause: Cause,
): Promise<void> {
  const { first } = await webhookLag(store);
  if (first === null) throw new Rejected('already-settled');
  const { id } = await store.eventAt(first.position);
  await store.change({
    streams: { webhook: webhookStream(id) },
    decide: () => hastenWebhook(first.position, by),
    cause,
  });
}
