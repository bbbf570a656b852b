import {
  type SandboxNotice,
  nextNotice,
  postponeNotice,
  removeNotice,
  settlingCheckouts,
} from '#db/queries/sandbox.ts';
import type { Store } from '#db/store.ts';
import { type Clock, msUntilCheck } from '../../process/clock.ts';
import { backoffCeiling } from '../../process/jobs/backoff.ts';
import type { Log } from '../../process/log.ts';
import type { SandboxPayments } from './sandbox.ts';
import { postSigned } from '../signed-notices.ts';

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

/** Repeats a failed notice with backoff. */
async function deliver(
  { store, clock, log, webhookSecret, url }: DeliveryParts,
  notice: SandboxNotice,
  signal: AbortSignal,
): Promise<void> {
  const { id, checkout } = notice;
  const timestamp = Math.floor(clock.now() / 1000);
  const body = JSON.stringify({ id, type: 'checkout.paid', checkout, timestamp });
  const failure = await postSigned(url, { id, timestamp, body }, webhookSecret, signal).then(
    (status) => (status === null ? null : { status }),
    (err: unknown) => ({ err }),
  );
  if (failure === null) {
    await store.write([removeNotice(store.db, id)]);
  } else if (!signal.aborted) {
    const failures = notice.failures + 1;
    log.warn({ notice: id, checkout, failures, ...failure }, 'sandbox webhook failed');
    await store.write([postponeNotice(store.db, notice, clock.now() + backoffCeiling(failures))]);
  }
}
