import type { ArchiveState, ArchiveView } from '#shared/owner/archive.ts';
import type { Clock } from '../../process/clock.ts';

/** After this long without success, in milliseconds, the archive counts as behind. A short outage is no news for the owner. */
const BEHIND_MS = 5 * 60_000;

/** How far the archive is, for the pages of the owner. */
export class ArchiveHealth {
  readonly #clock: Pick<Clock, 'now' | 'elapsed'>;
  #position = 0;
  #isKnown = false;
  /** Since when an event or a change of the vault waits. */
  #waiting: { readonly at: number; readonly elapsed: number } | null = null;
  #vaultAt: number | null = null;
  #reason: string | null = null;
  #refusal: Extract<ArchiveState, 'refused' | 'log-behind'> | null = null;

  constructor(clock: Pick<Clock, 'now' | 'elapsed'>) {
    this.#clock = clock;
  }

  view(): ArchiveView {
    return {
      state: this.#state,
      position: this.#position,
      waitingSince: this.#waiting?.at ?? null,
      reason: this.#reason,
      vaultAt: this.#vaultAt,
    };
  }

  get #state(): ArchiveView['state'] {
    if (this.#refusal !== null) return this.#refusal;
    if (this.#waiting !== null && this.#clock.elapsed() - this.#waiting.elapsed >= BEHIND_MS) return 'behind';
    return this.#isKnown ? 'level' : 'starting';
  }

  /** Something waits to be archived. */
  waits(): void {
    this.#waiting ??= { at: this.#clock.now(), elapsed: this.#clock.elapsed() };
  }

  /** The archive has all events up to a position. */
  reached(position: number): void {
    this.#position = position;
    this.#isKnown = true;
    this.#refusal = null;
  }

  vaultArchived(): void {
    this.#vaultAt = this.#clock.now();
  }

  /** Nothing waits. */
  isLevel(): void {
    this.#waiting = null;
    this.#reason = null;
  }

  /** The archive could not be written, and will be tried again. */
  failed(reason: string): void {
    this.waits();
    this.#reason = reason;
  }

  /** The archive may not be written. */
  refused(reason: string, { isLogBehind = false } = {}): void {
    this.failed(reason);
    this.#refusal = isLogBehind ? 'log-behind' : 'refused';
  }
}
