import type { Availability, Slot } from '../booking/availability.ts';
import type { SessionType, Unit } from '../booking/session-type.ts';
import type { RefusalName } from '../calls/refusals.ts';
import type { CivilDate } from '../civil-date.ts';
import { ownersBookingPath } from './booking-story.ts';
import type { VisitCustomer } from './near-visits.ts';

export interface PlannedMove {
  readonly slot: Slot;
  readonly refusal: RefusalName | null;
  readonly freeChangesThrough: CivilDate | null;
}

export interface MovePlan {
  readonly eventId: string;
  readonly service: SessionType;
  readonly from: Slot;
  readonly reopens: readonly Unit[];
  readonly customer: VisitCustomer | null;
  readonly refusal: RefusalName | null;
  readonly availability: Availability;
  readonly asked: PlannedMove | null;
}

export function movePath(eventId: string, slot: Slot | null): string {
  const path = `${ownersBookingPath(eventId)}/move`;
  return slot === null ? path : `${path}?${new URLSearchParams({ date: slot.date, claim: slot.claim }).toString()}`;
}
