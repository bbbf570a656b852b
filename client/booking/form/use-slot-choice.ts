/**
 * Connects the choice of a time to the page, the server and other tabs. Shared by the booking form and the move form.
 */
import { useEffect, useEffectEvent } from 'react';
import { type Availability, type Slot, isYours } from '#shared/booking/availability.ts';
import type { CivilMonth } from '#shared/civil-date.ts';
import type { CurrentHold } from '#shared/calls/contract.ts';
import type { SessionType } from '#shared/booking/session-type.ts';
import { useOneAtATime } from '../../shell/use-one-at-a-time.ts';
import type { Wording } from '../../wording/wording.ts';
import { onHeldElsewhere } from '../picker/own-time.ts';
import { type LiveAvailability, useLiveAvailability } from '../picker/use-live-availability.ts';
import { useTakenNews } from '../picker/use-taken-news.ts';
import type { ChoiceEvent, ChoiceState, Refetched } from './state/choice-state.ts';
import { useFocusPlace } from './use-focus-place.ts';
import { focusFailure } from './form-focus.ts';

export interface SlotSource {
  readonly availability: Availability;
  /** The hold of this browser, if known. */
  readonly hold: CurrentHold | null;
  /** Refetches availability and the current hold. */
  readonly refresh: () => Promise<Refetched>;
  readonly live: LiveAvailability;
}

interface Wiring extends SlotSource {
  readonly state: ChoiceState;
  readonly dispatch: (event: ChoiceEvent) => ChoiceState;
  readonly service: SessionType;
  /** The shown month; null for the next open days. */
  readonly month: CivilMonth | null;
  readonly word: (refusal: 'slot-taken' | 'slot-gone') => Wording;
}

export function useSlotChoice({ state, dispatch, availability, hold, refresh, live, service, month, word }: Wiring) {
  const { isPending, take, end } = useOneAtATime();
  const { placeRef, hasFocus } = useFocusPlace();
  useLiveAvailability(live, !isPending);

  /** Checks with the server before the page says that a slot is gone: the visitor may hold it in another tab. */
  async function recheck(slot: Slot | null, isTaken: boolean): Promise<void> {
    const { checks: check } = dispatch({ type: 'checkStarted' });
    const fresh = await refresh();
    const wording = word(isTaken ? 'slot-taken' : 'slot-gone');
    dispatch({ type: 'checkEnded', check, slot, wording, fresh, hadFocus: hasFocus() });
  }

  const dispatchHold = useEffectEvent((now: CurrentHold | null) => void dispatch({ type: 'held', hold: now }));
  useEffect(() => dispatchHold(hold), [hold]);

  const refetch = useEffectEvent(() => void refresh());
  useEffect(() => onHeldElsewhere(() => refetch()), []);

  const held = hold?.state === 'standing' ? hold.slot : null;
  const isHoldInDoubt =
    held !== null && availability.days.some((day) => day.date === held.date && !isYours(day, held.claim));
  // The hold has expired or was paid.
  useEffect(() => {
    if (isHoldInDoubt) refetch();
  }, [isHoldInDoubt]);

  const news = useTakenNews({
    availability,
    service,
    month,
    chosen: state.slot,
    isOn: !isPending,
    onLost: (lost, isTaken) => void recheck(lost, isTaken),
  });

  const { failure, refusals } = state;
  const focusRefusal = useEffectEvent(() => {
    if (failure) focusFailure(failure);
  });
  useEffect(() => {
    if (refusals > 0) focusRefusal();
  }, [refusals]);

  return { isPending, take, end, news, placeRef, recheck };
}
