import type { BookingDependencies } from '../bookings/dependencies.ts';
import type { Log } from '../log.ts';
import type { Mailer } from '../mail/port.ts';

/** What workers act through. */
export interface WorkerDependencies extends BookingDependencies {
  readonly mailer: Mailer;
  readonly log: Log;
  readonly config: BookingDependencies['config'] & {
    readonly email: string;
    readonly phone: string | null;
    readonly showPhone: boolean;
    readonly ownerEmail: string;
  };
}

/** Something that goes on beside the requests until its signal says stop. */
export type Worker = (dependencies: WorkerDependencies, signal: AbortSignal) => Promise<void>;

/** Work that will never succeed: it is reported and left, so that what follows is not held up. */
export class Park extends Error {}

/** Work that may well succeed, but not before so many milliseconds have passed. */
export class TryLater extends Error {
  readonly afterMs: number;

  constructor(message: string, afterMs: number, options?: ErrorOptions) {
    super(message, options);
    this.afterMs = afterMs;
  }
}
