import PQueue from 'p-queue';
import { type BookingRow, type RefundRow, bookingsWithRefundsDue, refundsOf } from '#db/projections/bookings.ts';
import { carryOutRefund } from '../changing/refund.ts';
import { CallPostponed } from '../../outside/payments/port.ts';
import { backoffCeiling } from '../../process/following/backoff.ts';
import type { Worker } from '../../process/following/worker.ts';
import type { WorkerDependencies } from './dependencies.ts';

/** Pause when nothing is known to be due, and after a refund whose result could not be recorded. */
const IDLE_MS = 60_000;

/** Refunds carried out in parallel: one that the provider does not answer delays no other. */
const AT_ONCE = 4;

/**
 * Milliseconds until the next attempt at a refund: 0 for a new one, else a backoff after its last failure. A clock that was set
 * back does not prolong it.
 */
function pauseBefore({ attempts, at }: RefundRow, now: number): number {
  const longest = attempts === 0 ? 0 : backoffCeiling(attempts);
  return Math.min(Math.max(at + longest - now, 0), longest);
}

/** After these events a refund may be due. */
const WAKE_UP_EVENTS = new Set(['RefundRequested', 'RefundRetried', 'DisputeReported']);

/** A refund that rests after this many attempts, until this much time has elapsed. */
interface Rest {
  readonly attempts: number;
  readonly until: number;
}

/**
 * Carries out requested refunds and repeats failed ones with backoff until they succeed. What is due is read from the bookings
 * alone, so one failing refund delays no other, and a restart loses none.
 */
export const refunds: Worker<WorkerDependencies> = (dependencies, signal) => new Refunding(dependencies, signal).run();

class Refunding {
  readonly #dependencies: WorkerDependencies;
  readonly #signal: AbortSignal;
  readonly #queue = new PQueue({ concurrency: AT_ONCE });
  /** Payments whose refunds are running or queued. */
  readonly #underWay = new Set<string>();
  /** Payments whose refunds an admin wants to be attempted at once; after a restart they wait for their turn again. */
  readonly #hastened = new Set<string>();
  /** By payment. */
  readonly #rests = new Map<string, Rest>();
  #wake = new AbortController();

  constructor(dependencies: WorkerDependencies, signal: AbortSignal) {
    this.#dependencies = dependencies;
    this.#signal = signal;
  }

  async run(): Promise<void> {
    const { store, clock, log } = this.#dependencies;
    const stop = store.onCommit((events) => {
      for (const event of events) {
        if (event.type === 'RefundRetried') this.#hastened.add(event.data.payment);
        if (WAKE_UP_EVENTS.has(event.type)) this.#wake.abort();
      }
    });
    while (!this.#signal.aborted) {
      this.#wake = new AbortController();
      let pause = IDLE_MS;
      try {
        pause = await this.#begin();
      } catch (error) {
        log.error({ err: error, worker: 'refunds' }, 'work failed, will be tried again');
      }
      await clock.wait(pause, AbortSignal.any([this.#signal, this.#wake.signal]));
    }
    stop();
    await this.#queue.onIdle();
  }

  /** Starts what is due. Returns the milliseconds until the next refund is due, or until the next check. */
  async #begin(): Promise<number> {
    let pause = IDLE_MS;
    const { bookings } = this.#dependencies.store.updatedQueries();
    for (const booking of await bookingsWithRefundsDue(bookings)) {
      for (const refund of refundsOf(booking)) {
        if (refund.status === 'succeeded' || refund.isWithheld || this.#underWay.has(refund.payment)) continue;
        const due = this.#dueIn(refund);
        if (due > 0) pause = Math.min(pause, due);
        else void this.#carryOut(booking, refund);
      }
    }
    return pause;
  }

  #dueIn(refund: RefundRow): number {
    const { clock } = this.#dependencies;
    const { payment, attempts } = refund;
    if (this.#hastened.has(payment)) return 0;
    const known = this.#rests.get(payment);
    if (known?.attempts === attempts) return known.until - clock.elapsed();
    const pause = pauseBefore(refund, clock.now());
    this.#rests.set(payment, { attempts, until: clock.elapsed() + pause });
    return pause;
  }

  async #carryOut(booking: BookingRow, refund: RefundRow): Promise<void> {
    const { payment } = refund;
    this.#underWay.add(payment);
    this.#rests.delete(payment);
    this.#hastened.delete(payment);
    try {
      await this.#queue.add(async () => {
        if (!this.#signal.aborted) await carryOutRefund(this.#dependencies, booking, refund);
      });
    } catch (error) {
      this.#leave(refund, error);
    }
    this.#underWay.delete(payment);
    this.#wake.abort();
  }

  #leave({ payment, attempts }: RefundRow, error: unknown): void {
    const { clock, log } = this.#dependencies;
    const isPostponed = error instanceof CallPostponed;
    if (!isPostponed) log.error({ err: error, worker: 'refunds', payment }, 'work failed, will be tried again');
    this.#rests.set(payment, { attempts, until: clock.elapsed() + (isPostponed ? error.afterMs : IDLE_MS) });
  }
}
