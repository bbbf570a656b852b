import type { Mailer } from '../../outside/mail/port.ts';
import type { ObjectStorage } from '../../outside/storage/port.ts';
import type { Log } from '../../process/log.ts';
import type { BookingDependencies } from '../dependencies.ts';

/** What workers of bookings and accounts need. */
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

/** What workers that store or delete objects need. */
export interface StoringDependencies extends WorkerDependencies {
  readonly storage: ObjectStorage;
}
