import type { OpenStreams } from '../web/limits/open-streams.ts';
import type { Contract } from '#shared/calls/contract.ts';
import type { HandlerOf, RequestContext } from '../web/rpc/handler.ts';
import type { LiveAvailability } from './availability/live-availability.ts';
import type { Photos } from './photos/photos.ts';
import type { HoldGuard } from './buying/hold-guard.ts';
import type { BookingDependencies } from './dependencies.ts';

export interface BookingServices extends BookingDependencies {
  readonly holdGuard: HoldGuard;
  readonly photos: Photos;
  readonly liveAvailability: LiveAvailability;
  /** Open until their reader leaves. */
  readonly streams: OpenStreams;
}

export interface BookingContext extends RequestContext, BookingServices {
  readonly config: RequestContext['config'] & BookingDependencies['config'];
}

export type Call<Name extends keyof Contract> = HandlerOf<Contract[Name], BookingContext>;
