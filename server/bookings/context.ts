import type { OpenStreams } from '../web/limits/open-streams.ts';
import type { RequestContext } from '../web/rpc/handler.ts';
import type { LiveAvailability } from './availability/live-availability.ts';
import type { HoldGuard } from './buying/hold-guard.ts';
import type { BookingDependencies } from './dependencies.ts';

/** What every request about bookings can reach. */
export interface BookingServices extends BookingDependencies {
  readonly holdGuard: HoldGuard;
  readonly liveAvailability: LiveAvailability;
  /** Answers that go on until their reader leaves. */
  readonly streams: OpenStreams;
}

/** What the calls about bookings work with. */
export interface BookingContext extends RequestContext, BookingServices {
  readonly config: RequestContext['config'] & BookingDependencies['config'];
  /** A booking that the visitor has paid for; null for a newcomer. */
  paidBooking(): Promise<string | null>;
}
