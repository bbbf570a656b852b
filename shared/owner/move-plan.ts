import type { Availability, Slot } from '../booking/availability.ts';
import type { SessionType, Unit } from '../booking/session-type.ts';
import type { RefusalName } from '../calls/refusals.ts';
import type { CivilDate } from '../civil-date.ts';
import { ownersBookingPath } from './booking-story.ts';
import type { VisitCustomer } from './near-visits.ts';

/** What moving a visit to one time would mean. */
export interface PlannedMove {
  readonly slot: Slot;
  /** Why it cannot move there; null when it can. */
  readonly refusal: RefusalName | null;
  /** The last date on which the customer can change the moved visit free; null when there is none. */
  readonly freeChangesThrough: CivilDate | null;
}

/** A visit that the owner moves for its customer. */
export interface MovePlan {
  readonly eventId: string;
  readonly service: SessionType;
  /** Where the visit is. */
  readonly from: Slot;
  /** The units of it that other customers can book once it is moved. */
  readonly reopens: readonly Unit[];
  /** Null once the customer's data is deleted. */
  readonly customer: VisitCustomer | null;
  /** Why the visit cannot be moved at all; null when it can. */
  readonly refusal: RefusalName | null;
  readonly availability: Availability;
  /** Null as long as no time is picked. */
  readonly asked: PlannedMove | null;
}

/** The path of the page that moves a booking's visit, with the picked time. */
export function movePath(eventId: string, slot: Slot | null): string {
  const path = `${ownersBookingPath(eventId)}/move`;
  return slot === null ? path : `${path}?${new URLSearchParams({ date: slot.date, claim: slot.claim }).toString()}`;
}
