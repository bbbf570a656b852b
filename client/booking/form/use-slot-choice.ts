import { useEffect, useEffectEvent, useRef } from 'react';
import { type Availability, type Slot, isYours } from '#shared/availability.ts';
import { slotValue } from '#shared/booking-form.ts';
import type { CurrentHold } from '#shared/contract.ts';
import type { Wording } from '../../wording/refusals.ts';
import { type BookingFailure, failureOfSlot } from './failure.ts';
import { isHeldByOwner, onHeldElsewhere } from '../picker/own-time.ts';

/** What the server says when it is asked again. */
export interface FreshLook {
  readonly availability: Availability;
  readonly hold: CurrentHold | null;
}

interface Watched {
  /** What is chosen now. */
  readonly chosen: Slot | null;
  readonly availability: Availability;
  readonly hold: CurrentHold | null;
  readonly refresh: () => Promise<FreshLook>;
  /** The time cannot be had any more: the failure says so, and the server whether the visitor's own booking has it. */
  readonly onGone: (failure: BookingFailure, lost: Slot, fresh: FreshLook) => void;
  /** A time that was told to be gone is the visitor's own. */
  readonly onOwn: (slot: Slot) => void;
}

/** What becomes of the time that was chosen. Before it is told to be gone, the server is asked whether the visitor has it. */
export function useChoiceFate({ chosen, availability, hold, refresh, onGone, onOwn }: Watched) {
  const turns = useRef(0);
  const lost = useRef<Slot | null>(null);
  const latest = useRef(chosen);
  useEffect(() => {
    latest.current = chosen;
  }, [chosen]);

  /** Asks anew what is open and whose it is, and says when the chosen time is gone. */
  async function settle(doubted: Slot | null, wording?: Wording): Promise<void> {
    turns.current += 1;
    const turn = turns.current;
    const fresh = await refresh();
    // Asked again meanwhile: the later answer counts.
    const failure = turn === turns.current ? failureOfSlot(fresh.availability, doubted, wording) : null;
    if (!failure || !doubted) return;
    // The visitor has picked another slot meanwhile.
    if (latest.current && slotValue(latest.current) !== slotValue(doubted)) return;
    lost.current = doubted;
    onGone(failure, doubted, fresh);
  }

  const giveBack = useEffectEvent((now: CurrentHold | null) => {
    const own = lost.current;
    if (!own || !isHeldByOwner(now, own)) return;
    lost.current = null;
    onOwn(own);
  });
  // The time is taken a moment before the tab that holds it has its answer, and with it this browser's cookie.
  useEffect(() => giveBack(hold), [hold]);

  const ask = useEffectEvent(() => void refresh());
  useEffect(() => onHeldElsewhere(() => ask()), []);

  const held = hold?.state === 'standing' ? hold.slot : null;
  const isHoldInDoubt =
    held !== null && availability.days.some((day) => day.date === held.date && !isYours(day, held.claim));
  // It has lapsed, or was paid for.
  useEffect(() => {
    if (isHoldInDoubt) ask();
  }, [isHoldInDoubt]);

  return settle;
}
