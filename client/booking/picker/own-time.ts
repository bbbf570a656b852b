import type { Slot } from '#shared/booking/availability.ts';
import { slotValue } from '#shared/booking/booking-form.ts';
import type { CurrentHold } from '#shared/calls/contract.ts';
import { unitsOf } from '#shared/booking/session-type.ts';

function overlap(one: Slot, other: Slot): boolean {
  const units = unitsOf(one.claim);
  return one.date === other.date && unitsOf(other.claim).some((unit) => units.includes(unit));
}

/** The visitor has paid for the time or a part of it: the banner says what happened. */
export function visitorPaidFor(hold: CurrentHold | null, slot: Slot | null): boolean {
  if (!hold || !slot || (hold.state !== 'booked' && hold.state !== 'refunded')) return false;
  return overlap(hold.slot, slot);
}

export function visitorBooked(hold: CurrentHold | null, slot: Slot): boolean {
  return hold?.state === 'booked' && overlap(hold.slot, slot);
}

export function visitorHolds(hold: CurrentHold | null, slot: Slot | null): boolean {
  return slot !== null && hold?.state === 'standing' && slotValue(hold.slot) === slotValue(slot);
}

export function isLapsedHold(hold: CurrentHold | null, slot: Slot | null): boolean {
  return slot !== null && hold?.state === 'lapsed' && slotValue(hold.slot) === slotValue(slot);
}

/** Written after this browser got a hold, and removed at once: a signal to other tabs. */
const HELD = 'booking-held';

export function tellOtherTabs(): void {
  try {
    localStorage.setItem(HELD, 'yes');
    localStorage.removeItem(HELD);
  } catch {
    // Storage is refused: other tabs ask the server when they become visible.
  }
}

/** Returns the function that unsubscribes. */
export function onHeldElsewhere(call: () => void): () => void {
  const listener = ({ key, newValue }: StorageEvent) => {
    if (key === HELD && newValue !== null) call();
  };
  addEventListener('storage', listener);
  return () => removeEventListener('storage', listener);
}
