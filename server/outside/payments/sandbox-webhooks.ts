import {
  type SandboxNotice,
  nextNotice,
  postponeNotice,
  removeNotice,
  settlingCheckouts,
} from '#db/queries/sandbox.ts';
import type { Store } from '#db/store.ts';
import { type Clock, msUntilCheck } from '../../process/clock.ts';
import type { Log } from '../../process/log.ts';
import type { SandboxPayments } from './sandbox.ts';
import { signedHeaders } from '../signed-notices.ts';

/** Pauses between deliveries; then the site must query the provider. */
const RETRIES_MS = [1000, 5000, 30_000, 120_000, 600_000];
const TIMEOUT_MS = 10_000;

export interface DeliveryParts {
  readonly sandbox: SandboxPayments;
  readonly store: Pick<Store, 'db' | 'write'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly webhookSecret: string;
  readonly url: string;
}

/** Completes late payments and posts stored notices in order. Rejects if the disk accepts no writes. */
export async function deliverWebhooks(parts: DeliveryParts, signal: AbortSignal): Promise<void> {
  const { sandbox, store, clock } = parts;
  while (!signal.aborted) {
    const wake = new AbortController();
    using stop = new DisposableStack();
    stop.defer(sandbox.onWork(() => wake.abort()));
    await sandbox.settle();
    const notice = await nextNotice(store.db);
    if (notice && notice.due_at <= clock.now()) await deliver(parts, notice, signal);
    else {
      const at = (await nextWorkAt(store.db)) ?? Infinity;
      await clock.wait(msUntilCheck(clock, at), AbortSignal.any([signal, wake.signal]));
    }
  }
}

export async function nextWorkAt(db: Store['db']): Promise<number | null> {
  const [settling] = await settlingCheckouts(db);
  const known = [settling?.settles_at, (await nextNotice(db))?.due_at];
  const times = known.filter((at) => typeof at === 'number');
  return times.length === 0 ? null : Math.min(...times);
}

async function deliver(parts: DeliveryParts, notice: SandboxNotice, signal: AbortSignal): Promise<void> {
  const { store, clock, log } = parts;
  const failure = await post(parts, notice, signal);
  if (signal.aborted && failure !== null) return;
  if (failure === null) {
    await store.write([removeNotice(store.db, notice.id)]);
    return;
  }
  const facts = { notice: notice.id, checkout: notice.checkout, failures: notice.failures + 1, ...failure };
  const pause = RETRIES_MS[notice.failures];
  if (pause === undefined) {
    await store.write([removeNotice(store.db, notice.id)]);
    log.error(facts, 'sandbox webhook abandoned');
  } else {
    await store.write([postponeNotice(store.db, notice, clock.now() + pause)]);
    log.warn(facts, 'sandbox webhook failed, will be retried');
  }
}

/** Null if the site accepted the notice. */
async function post(
  { clock, webhookSecret, url }: DeliveryParts,
  { id, checkout, payment }: SandboxNotice,
  signal: AbortSignal,
): Promise<{ status: number } | { err: unknown } | null> {
  const timestamp = Math.floor(clock.now() / 1000);
  const about = payment === null ? { type: 'checkout.paid', checkout } : { type: 'payment.changed', payment };
  const body = JSON.stringify({ id, ...about, timestamp });
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...signedHeaders({ id, timestamp }, body, webhookSecret) },
      body,
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    await response.body?.cancel();
    return response.ok ? null : { status: response.status };
  } catch (err) {
    return { err };
  }
}
